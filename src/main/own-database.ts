// Checks that the database fits this start, and creates its administrator. The demo's passwords and emails are public, so a
// demo's database serves demos only (quality/security.md N-01, docs/decisions/020).
import { hashPassword, isCommonPassword, seedAdministrator } from '#api'
import type { Config } from '#platform/config.ts'
import type { Announce } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'
import {
  administratorId,
  claimDatabase,
  type DatabaseUse,
  endDemo,
  inspectDatabase,
  type Purpose,
  type Store,
} from '#store'
import { demoAccounts, demoIdentity } from './demo.ts'

/**
 * Reserves the database for a demo or for a real installation; ends a demo whose data the configuration keeps.
 * @throws StartError if the database belongs to the other kind, or if ADMIN_EMAIL or ADMIN_PASSWORD cannot be used.
 */
export async function reserveDatabase(config: Config, databaseUrl: string, announce: Announce): Promise<void> {
  // `hasAdministrator: true`, because only makeAdministrator checks the password of the first administrator.
  const requireNoRefusal = (purpose: Purpose | undefined): void => {
    const refusal = findRefusal(config, { purpose, hasAdministrator: true })
    if (refusal !== undefined) throw new StartError(refusal)
  }
  const wanted = purposeOf(config)
  requireNoRefusal(undefined)
  // Before the schema of another purpose's database is migrated.
  requireNoRefusal((await inspectDatabase({ databaseUrl, demo: demoIdentity })).purpose)
  const purpose = await claimDatabase({ databaseUrl, purpose: wanted, demo: demoIdentity })
  requireNoRefusal(purpose)
  if (purpose === wanted || !config.admin) return
  const { email, password } = config.admin
  const outcome = await endDemo({
    databaseUrl,
    demo: demoIdentity,
    administrator: { email, passwordHash: await hashPassword(password) },
  })
  if (outcome === 'email-taken')
    throw new StartError(
      `ADMIN_EMAIL is the address of another account of the database ${placeOf(config)}: name another.`,
    )
  announce('info', "The demo's accounts were removed; DEMO_DATA is no longer needed.")
}

/** Why a start with this configuration refuses a database with this use, in one sentence; undefined if it does not. */
export function findRefusal(config: Config, { purpose, hasAdministrator }: DatabaseUse): string | undefined {
  const { admin } = config
  const wanted = purposeOf(config)
  if (wanted === 'real' && Object.values(demoAccounts).some(({ password }) => password === admin?.password))
    return "ADMIN_PASSWORD is the demo's, which everybody can read: choose another."
  if (wanted === 'demo')
    return purpose === 'real'
      ? `The database ${placeOf(config)} is not a demo's: set SOURCE_URL, or ${config.databaseUrl === undefined ? 'choose another DATA_DIR' : 'leave DATABASE_URL out'} for a demo.`
      : undefined
  if (purpose === 'demo' && !(config.keepsDemoData && admin))
    return `The database ${placeOf(config)} is a demo's, whose passwords everybody can read: start clean with another DATA_DIR or an empty database, or keep its data without the demo's accounts by DEMO_DATA=keep with ADMIN_EMAIL and ADMIN_PASSWORD.`
  const makesAdministrator = purpose === 'demo' || !hasAdministrator
  return makesAdministrator && admin && isCommon(admin) ? commonPasswordSentence : undefined
}

const purposeOf = ({ source }: Config): Purpose => (source ? 'real' : 'demo')
const placeOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `in ${dataDir}` : 'of DATABASE_URL'

/**
 * Creates the configured administrator if there is none. Warns if there is still none, if the stored one has another address or
 * password, or if the password is easy to guess.
 * @throws StartError instead of creating the administrator of a real installation with a password that is easy to guess.
 */
export async function makeAdministrator(store: Store, config: Config, announce: Announce): Promise<void> {
  const { admin } = config
  if (!admin) return
  // A demo accepts any password.
  const isWeak = config.source !== undefined && isCommon(admin)
  if (isWeak && !(await store.accounts.find(administratorId))) throw new StartError(commonPasswordSentence)
  const outcome = await seedAdministrator(store, admin)
  if (outcome === 'as-configured' && !isWeak) return
  const reason = {
    'as-configured': 'ADMIN_PASSWORD is easy to guess: change it in Profile Settings.',
    taken: `ADMIN_EMAIL is not obeyed: ${admin.email} is the address of another account, or the name Administrator is another's, so there is no administrator.`,
    'other-email': `ADMIN_EMAIL is not obeyed: the administrator of this database has another address than ${admin.email}, and only the first start sets it.`,
    'other-password': `ADMIN_PASSWORD is not obeyed: the administrator ${admin.email} has another password, and only the first start sets it.`,
  }[outcome]
  announce('warn', reason)
}

type Administrator = NonNullable<Config['admin']>

/** Sign-up would refuse such a password, too (quality/security.md P-04). */
const isCommon = ({ email, password }: Administrator): boolean =>
  isCommonPassword(password, ['Administrator', email, ...email.split('@')])
const commonPasswordSentence = 'ADMIN_PASSWORD is easy to guess: choose another.'
