// --check: reports whether RollCall could start with this configuration.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, findMisspeltVariables, readConfig } from '#platform/config.ts'
import { findDataDirProblem } from '#platform/data-dir.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { type DatabaseUse, findDatabaseProblems, inspectDatabase } from '#store'
import { demoIdentity } from './demo.ts'
import { findRefusal } from './own-database.ts'
import { root } from './root.ts'
import { findSimulatorProblem } from './simulator-process.ts'

/**
 * Checks values, simulator, database and data directory, changes nothing, and prints one sentence for each problem. Returns the
 * exit code.
 */
export async function checkConfiguration(): Promise<0 | 1> {
  const { config, problems } = readConfig()
  const validConfig = problems.length === 0 ? (config as Config) : undefined
  const allProblems = [
    ...problems,
    ...findMisspeltVariables(),
    ...simulatorProblems(validConfig),
    ...(await databaseProblems(config, validConfig)),
    ...dataDirProblems(config, validConfig),
  ]
  if (allProblems.length > 0) process.stderr.write(`${allProblems.join('\n')}\n`)
  else process.stdout.write('The configuration is valid.\n')
  return allProblems.length > 0 ? 1 : 0
}

function simulatorProblems(config: Config | undefined): string[] {
  const problem = config && !config.source ? findSimulatorProblem(root) : undefined
  return problem === undefined ? [] : [problem]
}

/** `validConfig`: undefined if a value is invalid. Whether a configuration fits the database depends on several values. */
async function databaseProblems({ databaseUrl }: Partial<Config>, validConfig: Config | undefined): Promise<string[]> {
  try {
    const problems = databaseUrl === undefined ? [] : await findDatabaseProblems(databaseUrl)
    if (problems.length > 0 || !validConfig) return problems
    const refusal = findRefusal(validConfig, await useOf(validConfig))
    return refusal === undefined ? [] : [refusal]
  } catch (error) {
    const explained = explainDatabaseError(error)
    if (explained instanceof StartError) return [explained.message]
    throw error
  }
}

/** An embedded database cannot be read, because only a start may run it; an existing one is assumed to fit. */
async function useOf({ databaseUrl, dataDir, source }: Config): Promise<DatabaseUse> {
  if (databaseUrl !== undefined) return inspectDatabase({ databaseUrl, demo: demoIdentity })
  const databaseExists = existsSync(join(dataDir, 'postgres/data'))
  return { purpose: databaseExists ? (source ? 'real' : 'demo') : undefined, hasAdministrator: databaseExists }
}

/**
 * The directory is needed for the embedded database, for the key file of a process that serves the web, and for the simulator.
 * `validConfig`: undefined if a value is invalid; then an undefined source need not mean a simulator.
 */
function dataDirProblems(
  { dataDir, databaseUrl, secretKey, roles }: Partial<Config>,
  validConfig: Config | undefined,
): string[] {
  const isNeeded =
    databaseUrl === undefined ||
    (roles?.includes('web') === true && secretKey === undefined) ||
    (validConfig !== undefined && validConfig.source === undefined)
  const problem = isNeeded && dataDir !== undefined ? findDataDirProblem(dataDir) : undefined
  return problem === undefined ? [] : [problem]
}
