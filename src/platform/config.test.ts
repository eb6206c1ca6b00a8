import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requireConfig } from './config.ts'
import { secretVariables } from './environment.ts'
import { StartError } from './start-error.ts'

const sponsor = { name: 'Guard & Co', url: 'https://guard.example', logoUrl: 'https://guard.example/logo.svg' }
const sponsorsSentence =
  'SPONSORS must be a JSON list of at most 6 entries like {"name":"…","url":"https://…","logoUrl":"https://…"}.'

const localSentence = 'PUSH_LOCAL_ORIGIN may only be an origin on this machine, such as http://127.0.0.1:4100.'
const plainHttpSentence =
  'PUBLIC_URL must begin with https:// on a host that is not this machine: over http, anyone on the network path can read passwords and cookies; ALLOW_HTTP=on accepts that.'
const keepSentence = 'DEMO_DATA=keep needs SOURCE_URL, and ADMIN_EMAIL with ADMIN_PASSWORD for its administrator.'
const tokenSentence = 'METRICS_TOKEN must be at least 16 letters, digits or any of -._~+/ without blanks.'
const pairSentence =
  'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair, as `npx web-push generate-vapid-keys` prints it.'
const databaseSentence =
  'DATABASE_URL must be an address such as postgres://user:password@host/database, or postgres:///database?host=/var/run/postgresql for a socket.'
const keySentence = 'SECRET_KEY must be 32 bytes in hexadecimal or base64url, as `openssl rand -hex 32` prints them.'
/** A key pair created for this test. */
const keys = {
  publicKey: 'BJAy_gXh1gxLdG7enSZ0CxPjQWzdImTkQfiTL68kKEWVY-yMlxy6MUbbEvJFa0VhEzJpBTE-wtEOgdMpmS4SqSE',
  privateKey: 'NxpFCdvsob0xDmExPLnHqucaMWRED6Pyvm1D6egMUgo',
}

describe('The configuration', () => {
  it('is the demo’s when no variable is set', () => {
    const config = requireConfig({}, [])
    expect(config).toMatchObject({ host: '0.0.0.0', port: 3000, roles: ['web', 'ingest'], logLevel: 'warn' })
    expect(config.dataDir).toBe(`${process.cwd()}/data-demo`)
    expect(config.source).toBeUndefined()
    expect(config.databaseUrl).toBeUndefined()
    expect(config.publicUrl).toBeUndefined()
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('has all settings of the environment', () => {
    const config = requireConfig(
      {
        HOST: '127.0.0.1',
        PORT: '8080',
        INGEST_PORT: '8081',
        DATA_DIR: '/srv/rollcall',
        DATABASE_URL: 'postgres://me:secret@db.example/rollcall',
        SECRET_KEY: '0123456789abcdef'.repeat(4),
        PUBLIC_URL: 'https://rollcall.example/',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        SOURCE_URL: 'https://source.example',
        SOURCE_EVENTS_URL: 'https://events.example/upcomings.json',
        SOURCE_LOGO_ORIGINS: 'https://logos.example, https://more.example:8443',
        SOURCE_CONTACT: 'ops@rollcall.example',
        SOURCE_PERMISSION: 'Letter of 3 May',
        SOURCE_BUDGET: '0.5',
        SOURCE_CADENCE: '0.5',
        SMTP_URL: 'smtps://mail.example:465',
        MAIL_FROM: 'RollCall <mail@rollcall.example>',
        VAPID_PUBLIC_KEY: keys.publicKey,
        VAPID_PRIVATE_KEY: keys.privateKey,
        VAPID_SUBJECT: 'https://rollcall.example/bot',
        PUSH_HOSTS: 'push.example, FCM.googleapis.com',
        PUSH_LOCAL_ORIGIN: 'http://127.0.0.1:4100',
        SUPPORT_EMAIL: 'support@rollcall.example',
        DONATION_URL: 'https://donate.example/rollcall',
        SPONSORS: '[{"name":" Guard & Co ","url":"https://social.example/guard","logoUrl":"/sponsors/guard.svg"}]',
        SERVICE_WORKER: 'off',
        ADMIN_EMAIL: 'admin@rollcall.example',
        ADMIN_PASSWORD: ' long enough ',
        DEMO_DATA: 'keep',
        METRICS_TOKEN: 'scrape-me-if-you-can',
        ROLES: 'web',
        LOG_LEVEL: 'error',
        PG_DUMP: '/usr/lib/postgresql/18/bin/pg_dump',
        SIMULATOR_PORT: '4000',
        SIMULATOR_SPEED: '2.5',
      },
      [],
    )
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 8080,
      ingestPort: 8081,
      dataDir: '/srv/rollcall',
      databaseUrl: 'postgres://me:secret@db.example/rollcall',
      secretKey: Buffer.from('0123456789abcdef'.repeat(4), 'hex'),
      publicUrl: 'https://rollcall.example',
      trustedProxies: ['10.0.0.0/8', '::1'],
      source: {
        url: 'https://source.example',
        eventsUrl: 'https://events.example/upcomings.json',
        logoOrigins: ['https://logos.example', 'https://more.example:8443'],
        contact: 'ops@rollcall.example',
        permission: 'Letter of 3 May',
      },
      sourceBudget: 0.5,
      sourceCadence: 0.5,
      smtpUrl: 'smtps://mail.example:465',
      mailFrom: 'RollCall <mail@rollcall.example>',
      push: {
        keys,
        subject: 'https://rollcall.example/bot',
        services: { hosts: ['push.example', 'fcm.googleapis.com'], localOrigin: 'http://127.0.0.1:4100' },
      },
      site: {
        supportEmail: 'support@rollcall.example',
        donationUrl: 'https://donate.example/rollcall',
        sponsors: [{ name: 'Guard & Co', url: 'https://social.example/guard', logoUrl: '/sponsors/guard.svg' }],
      },
      serviceWorker: false,
      admin: { email: 'admin@rollcall.example', password: ' long enough ' },
      keepsDemoData: true,
      metricsToken: 'scrape-me-if-you-can',
      roles: ['web'],
      logLevel: 'error',
      backupPrograms: {
        dump: '/usr/lib/postgresql/18/bin/pg_dump',
        restore: '/usr/lib/postgresql/18/bin/pg_restore',
        path: '/usr/local/bin:/usr/bin:/bin',
      },
      simulator: { port: 4000, speed: 2.5 },
    })
  })

  it('[F-06] accepts only known push services by default, and has a contact for them', () => {
    const { push } = requireConfig({}, [])
    expect(push.services.localOrigin).toBeUndefined()
    expect(push.services.hosts).toContain('fcm.googleapis.com')
    expect(push).toMatchObject({ keys: undefined, subject: 'mailto:push@rollcall.example' })
    const admin = { ADMIN_EMAIL: 'ops@rollcall.example', ADMIN_PASSWORD: 'long enough' }
    expect(requireConfig(admin, []).push.subject).toBe('mailto:ops@rollcall.example')
    const page = { SOURCE_URL: 'https://source.example', SOURCE_CONTACT: 'https://social.example/@ops' }
    expect(requireConfig(page, []).push.subject).toBe('https://social.example/@ops')
    const local = {
      ADMIN_EMAIL: 'root@localhost',
      ADMIN_PASSWORD: 'long enough',
      PUBLIC_URL: 'https://rollcall.example',
    }
    expect(requireConfig(local, []).push.subject).toBe('https://rollcall.example')
  })

  it('[N-01] has different data directories for a demo and a real installation', () => {
    expect(requireConfig({ SOURCE_URL: 'https://source.example' }, []).dataDir).toBe(`${process.cwd()}/data`)
  })

  it.each([
    'http://localhost:3000',
    'http://app.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.9.1',
    'http://[::1]:3000',
  ])('[N-06] [S-02] accepts http for a public address on this machine: %s', (address) => {
    expect(requireConfig({ PUBLIC_URL: address }, []).publicUrl).toBe(address)
  })

  it.each([
    'http://rollcall.example',
    'http://192.168.1.20:3000',
    'http://127.0.0.1.rollcall.example',
    'http://0.0.0.0',
  ])('[N-06] [S-02] refuses %s as a public address unless ALLOW_HTTP is on', (address) => {
    for (const source of [{}, { SOURCE_URL: 'https://source.example' }]) {
      const env = { ...source, PUBLIC_URL: address }
      expect(() => requireConfig(env, [])).toThrow(new StartError(plainHttpSentence))
      expect(() => requireConfig({ ...env, ALLOW_HTTP: 'off' }, [])).toThrow(new StartError(plainHttpSentence))
      expect(requireConfig({ ...env, ALLOW_HTTP: 'on' }, []).publicUrl).toBe(address)
    }
  })

  it('prefers the roles of the command line to those of the environment', () => {
    expect(requireConfig({ ROLES: 'web' }, ['--roles=ingest']).roles).toEqual(['ingest'])
  })

  it('refuses an unknown argument, such as a misspelt --roles', () => {
    expect(() => requireConfig({}, ['--role=web'])).toThrow(
      new StartError('--role=web is not an argument of RollCall, which accepts --roles=web,ingest and --check.'),
    )
  })

  it('is refused with one sentence for each wrong value, and each sentence once', () => {
    const env = { PORT: 'http', SOURCE_URL: 'source.example', SMTP_URL: 'smtps://mail.example', SPONSORS: '{}' }
    expect(() => requireConfig(env, [])).toThrow(
      new StartError(
        [
          'PORT must be a port number from 0 to 65535, not "http".',
          'SOURCE_URL must be an address that begins with http:// or https://.',
          'SMTP_URL needs PUBLIC_URL: links in emails lead there.',
          sponsorsSentence,
        ].join('\n'),
      ),
    )
  })

  it('reads each secret from the file that its _FILE variable names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-secrets-'))
    const secrets = {
      DATABASE_URL: 'postgres://me:secret@db.example/rollcall',
      SECRET_KEY: '0123456789abcdef'.repeat(4),
      ADMIN_PASSWORD: ' long enough ',
      SMTP_URL: 'smtps://mail.example:465',
      VAPID_PRIVATE_KEY: keys.privateKey,
      METRICS_TOKEN: 'scrape-me-if-you-can',
    }
    const others = { PUBLIC_URL: 'https://a.example', ADMIN_EMAIL: 'a@b.example', VAPID_PUBLIC_KEY: keys.publicKey }
    const files: Record<string, string> = {}
    for (const [name, secret] of Object.entries(secrets)) {
      files[`${name}_FILE`] = join(folder, name)
      writeFileSync(join(folder, name), `${secret}\n`)
    }
    expect(Object.keys(secrets)).toEqual(secretVariables)
    expect(requireConfig({ ...others, ...files }, [])).toEqual(requireConfig({ ...others, ...secrets }, []))
    rmSync(folder, { recursive: true })
  })

  it('takes the event list of a source on this machine from that source, so that no request is sent to the federation', () => {
    const eventsOf = (address: string) => requireConfig({ SOURCE_URL: address }, []).source?.eventsUrl
    expect(eventsOf('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
    expect(eventsOf('https://source.example')).toBeUndefined()
  })

  it('has the pg_restore beside the configured pg_dump, unless another one is configured', () => {
    const programs = (env: Record<string, string>) => requireConfig(env, []).backupPrograms
    expect(programs({ PATH: '/opt/bin' })).toEqual({ dump: 'pg_dump', restore: 'pg_restore', path: '/opt/bin' })
    expect(programs({ PG_DUMP: '/opt/pg/pg_dump' }).restore).toBe('/opt/pg/pg_restore')
    expect(programs({ PG_DUMP: '/opt/pg/pg_dump', PG_RESTORE: '/opt/restore' }).restore).toBe('/opt/restore')
  })

  it('ignores empty variables', () => {
    expect(requireConfig({ PORT: '', SOURCE_URL: ' ', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, [])).toEqual(
      requireConfig({}, []),
    )
  })

  it('allows an unlimited budget for a demo and for a source on this machine', () => {
    expect(requireConfig({ SOURCE_BUDGET: 'unlimited' }, []).sourceBudget).toBe(Infinity)
    expect(requireConfig({ SOURCE_BUDGET: 'unlimited', SOURCE_URL: 'http://127.0.0.1:4000' }, []).sourceBudget).toBe(
      Infinity,
    )
  })

  it('has the log level info for a real source', () => {
    expect(requireConfig({ SOURCE_URL: 'https://source.example' }, []).logLevel).toBe('info')
  })

  it.each(['/\\evil.test/logo.svg', '/logos\\a.svg', '/\t/evil.test/a.svg', '/a b.svg', 'a.svg', ''])(
    'refuses %j as the path of a sponsor’s logo',
    (logoUrl) => {
      const env = { SPONSORS: JSON.stringify([{ ...sponsor, logoUrl }]) }
      expect(() => requireConfig(env, [])).toThrow(new StartError(sponsorsSentence))
    },
  )

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535, not "http".'],
    [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535, not "70000".'],
    [{ DATABASE_URL: 'mysql://x' }, databaseSentence],
    [{ DATABASE_URL: 'postgres:///rollcall' }, databaseSentence],
    [{ DATABASE_URL: 'postgres://one:5432,other:54x2/rollcall' }, databaseSentence],
    [
      { DATABASE_URL: 'postgres://one,other/rollcall?target_session_attrs=standby' },
      'DATABASE_URL must have target_session_attrs=read-write or none, not "standby": RollCall always connects to the server that accepts writes.',
    ],
    [
      { METRICS_TOKEN_FILE: '/nowhere/token' },
      'METRICS_TOKEN_FILE names a file that cannot be read: /nowhere/token (ENOENT).',
    ],
    [{ METRICS_TOKEN_FILE: '/dev/null' }, 'METRICS_TOKEN_FILE names an empty file: /dev/null.'],
    [
      { METRICS_TOKEN_FILE: '/nowhere/token', METRICS_TOKEN: 'scrape-me-if-you-can' },
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: set one of them.',
    ],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL needs PUBLIC_URL: links in emails lead there.'],
    [{ MAIL_FROM: 'mat seven' }, 'MAIL_FROM must be an address such as RollCall <mail@example.org>, not "mat seven".'],
    [
      { PUBLIC_URL: 'https://rollcall.example/app' },
      'PUBLIC_URL must be an origin such as https://example.org, without a path, query or user.',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.1,proxy' },
      'TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, not "proxy".',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, not "10.0.0.0/33".',
    ],
    [{ ROLES: 'web,cook' }, 'ROLES must be web, ingest or both with a comma between them, not "web,cook".'],
    [
      { SOURCE_EVENTS_URL: 'ftp://events.example' },
      'SOURCE_EVENTS_URL must be an address that begins with http:// or https://.',
    ],
    [
      { SOURCE_EVENTS_URL: 'https://events.example/' },
      'SOURCE_EVENTS_URL needs SOURCE_URL: without one this is a demo.',
    ],
    [{ ALLOW_HTTP: 'yes' }, 'ALLOW_HTTP must be one of on, off, not "yes".'],
    [{ DEMO_DATA: 'drop' }, 'DEMO_DATA must be one of keep, not "drop".'],
    [{ DEMO_DATA: 'keep' }, keepSentence],
    [{ DEMO_DATA: 'keep', SOURCE_URL: 'https://source.example' }, keepSentence],
    [{ METRICS_TOKEN: 'short' }, tokenSentence],
    [{ METRICS_TOKEN: 'sixteen letters and more' }, tokenSentence],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
    [
      { SOURCE_CADENCE: '2', SOURCE_URL: 'https://source.example' },
      'SOURCE_CADENCE may be above 1 only for a source on this machine.',
    ],
    [
      { SOURCE_BUDGET: 'unlimited', SOURCE_URL: 'https://source.example' },
      'SOURCE_BUDGET may be unlimited only for a source on this machine.',
    ],
    [
      { SOURCE_LOGO_ORIGINS: 'https://logos.example/x', SOURCE_URL: 'https://source.example' },
      'SOURCE_LOGO_ORIGINS must be origins such as https://logos.example.org, with commas between them, not "https://logos.example/x".',
    ],
    [{ SIMULATOR_SPEED: '0' }, 'SIMULATOR_SPEED must be a number above 0, not "0".'],
    [{ SUPPORT_EMAIL: 'the gym' }, 'SUPPORT_EMAIL must be an e-mail address, not "the gym".'],
    [{ DONATION_URL: 'paypal' }, 'DONATION_URL must be an address that begins with http:// or https://.'],
    [{ SPONSORS: 'Guard & Co' }, sponsorsSentence],
    [{ SPONSORS: '[{"name":"Guard & Co"}]' }, sponsorsSentence],
    [{ SPONSORS: '[{"name":"Guard","url":"javascript:alert(1)","logoUrl":"/g.svg"}]' }, sponsorsSentence],
    [{ SPONSORS: '[{"name":"Guard","url":"https://guard.example","logoUrl":"//guard.example"}]' }, sponsorsSentence],
    [{ SPONSORS: JSON.stringify(Array(7).fill(sponsor)) }, sponsorsSentence],
    [{ PUSH_LOCAL_ORIGIN: 'http://10.0.0.1:80' }, localSentence],
    [{ PUSH_LOCAL_ORIGIN: 'https://push.example' }, localSentence],
    [{ PUSH_HOSTS: '10.0.0.1' }, 'PUSH_HOSTS must be host names with commas between them, such as fcm.googleapis.com.'],
    [{ VAPID_PUBLIC_KEY: keys.publicKey }, pairSentence],
    [{ VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey.replace(/^./, '_') }, pairSentence],
    [
      { VAPID_SUBJECT: 'ops' },
      'VAPID_SUBJECT must be a mailto: or https: address, such as mailto:ops@example.org, not "ops".',
    ],
    ...['mailto:ops@localhost', 'mailto:ops@10.0.0.1', 'https://rollcall.local/bot', 'https://rollcall'].map(
      (subject): [Record<string, string>, string] => [
        { VAPID_SUBJECT: subject },
        `VAPID_SUBJECT must have a host name of the public internet, such as mailto:ops@example.org: push services refuse "${subject}".`,
      ],
    ),
    [{ SECRET_KEY: 'a secret' }, keySentence],
    [{ SECRET_KEY: '0123456789abcdef'.repeat(4).slice(1) }, keySentence],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.'],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters.'],
  ])('refuses %o in one sentence', (env, sentence) => {
    expect(() => requireConfig(env, [])).toThrow(new StartError(sentence))
  })
})
