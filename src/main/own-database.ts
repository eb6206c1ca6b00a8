// Checks that the database fits this start, and creates its administrator. The demo's passwords and emails are public, so a
// demo's database serves demos only (quality/security.md N-01, docs/decisions/020).
import { hashPassword, isCommonPassword, seedAdministrator } from '#api'
import type { Config } from '#platform/config.ts'
import type { Announce } from '#platform/log.ts'
import { StartError } from '#platform/start-error.ts'
import { administratorId, claimDatabase, endDemo, type Store } from '#store'
import { demoAccounts, demoIdentity } from './demo.ts'

/** Reserves the database for a demo or for a real installation. @throws StartError if it belongs to the other kind. */
export async function requireOwnDatabase(config: Config, databaseUrl: string, announce: Announce): Promise<void> {
  const purpose = config.source ? 'real' : 'demo'
  if (purpose === 'real' && Object.values(demoAccounts).some(({ password }) => password === config.admin?.password))
    throw new StartError("ADMIN_PASSWORD is the demo's, which everybody can read: choose another.")
  const found = await claimDatabase({ databaseUrl, purpose, demo: demoIdentity })
  if (found === purpose) return
  const isOurs = config.databaseUrl === undefined
  const place = isOurs ? `in ${config.dataDir}` : 'of DATABASE_URL'
  if (purpose === 'demo')
    throw new StartError(
      `The database ${place} is not a demo's: set SOURCE_URL, or ${isOurs ? 'choose another DATA_DIR' : 'leave DATABASE_URL out'} for a demo.`,
    )
  if (!config.keepsDemoData || !config.admin)
    throw new StartError(
      `The database ${place} is a demo's, whose passwords everybody can read: start clean with another DATA_DIR or an empty database, or keep its data without the demo's accounts by DEMO_DATA=keep with ADMIN_EMAIL and ADMIN_PASSWORD.`,
    )
  const { email, password } = config.admin
  requireUncommon(config.admin)
  const ended = await endDemo({
    databaseUrl,
    demo: demoIdentity,
    administrator: { email, passwordHash: await hashPassword(password) },
  })
  if (ended === 'email-taken')
    throw new StartError(`ADMIN_EMAIL is the address of another account of the database ${place}: name another.`)
  announce('info', "The demo's accounts were removed; DEMO_DATA is no longer needed.")
}

/** Creates the configured administrator if there is none, and warns if the database has another one. */
export async function makeAdministrator(store: Store, config: Config, announce: Announce): Promise<void> {
  const { admin } = config
  if (!admin) return
  // A demo accepts any password.
  const isWeak = config.source !== undefined && isCommon(admin)
  if (isWeak && !(await store.accounts.find(administratorId))) requireUncommon(admin)
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

const isCommon = ({ email, password }: Administrator): boolean =>
  isCommonPassword(password, ['Administrator', email, ...email.split('@')])

/** @throws StartError for a password that sign-up would refuse (quality/security.md P-04). */
function requireUncommon(admin: Administrator): void {
  if (isCommon(admin)) throw new StartError('ADMIN_PASSWORD is easy to guess: choose another.')
}
