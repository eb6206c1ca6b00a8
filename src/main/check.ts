// --check: reports whether RollCall could start with this configuration.
import { type Config, findMisspeltVariables, readConfig } from '#platform/config.ts'
import { findDataDirProblem } from '#platform/data-dir.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { findDatabaseProblems } from '#store'

/** Checks values, database and data directory, changes nothing, and prints one sentence for each problem. Returns the exit code. */
export async function checkConfiguration(): Promise<0 | 1> {
  const { config, problems } = readConfig()
  const all = [...problems, ...findMisspeltVariables(), ...(await databaseProblems(config)), ...dataDirProblems(config)]
  if (all.length > 0) process.stderr.write(`${all.join('\n')}\n`)
  else process.stdout.write('The configuration is valid.\n')
  return all.length > 0 ? 1 : 0
}

async function databaseProblems({ databaseUrl }: Partial<Config>): Promise<string[]> {
  if (databaseUrl === undefined) return []
  try {
    return await findDatabaseProblems(databaseUrl)
  } catch (error) {
    const explained = explainDatabaseError(error)
    if (explained instanceof StartError) return [explained.message]
    throw error
  }
}

/** The directory is needed for the embedded database, and for the key file of a process that serves the web. */
function dataDirProblems({ dataDir, databaseUrl, secretKey, roles }: Partial<Config>): string[] {
  const isNeeded = databaseUrl === undefined || (roles?.includes('web') === true && secretKey === undefined)
  const problem = isNeeded && dataDir !== undefined ? findDataDirProblem(dataDir) : undefined
  return problem === undefined ? [] : [problem]
}
