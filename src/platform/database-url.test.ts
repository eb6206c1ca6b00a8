import { userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { addressesOf, clientEnvironment, normaliseDatabaseUrl } from './database-url.ts'

const environmentOf = (text: string) => clientEnvironment(normaliseDatabaseUrl(text) ?? '')
const socket = { PGHOST: '/var/run/postgresql', PGPORT: '5432', PGDATABASE: 'rollcall' }

describe('The address of a database', () => {
  it('states host, port, user, password and database', () => {
    expect(environmentOf('postgres://me:p%40ss@db.example:6432/rollcall')).toEqual({
      PGHOST: 'db.example',
      PGPORT: '6432',
      PGUSER: 'me',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'rollcall',
    })
    expect(environmentOf('postgresql://me@[::1]')).toEqual({
      PGHOST: '::1',
      PGPORT: '5432',
      PGUSER: 'me',
      PGDATABASE: 'me',
    })
  })

  it.each([
    ['postgres:///rollcall?host=/var/run/postgresql', userInfo().username],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/rollcall', userInfo().username],
    ['postgres:///rollcall?host=/var/run/postgresql&user=me', 'me'],
    ['postgres://me@/rollcall?host=/var/run/postgresql', 'me'],
    ['postgres://me@%2Fvar%2Frun%2Fpostgresql/rollcall', 'me'],
  ])('states the folder of a socket: %s', (text, user) => {
    expect(environmentOf(text)).toEqual({ ...socket, PGUSER: user })
  })

  it('states a password in addition to a socket', () => {
    expect(environmentOf('postgres://me:p%40ss@/rollcall?host=/run/pg&port=5433')).toMatchObject({
      PGUSER: 'me',
      PGPASSWORD: 'p@ss',
      PGPORT: '5433',
    })
  })

  it.each([
    ['postgres://me:p%40ss,@one:5433,other/rollcall?sslmode=require', ['one', '5433'], ['other', '5432']],
    [
      'postgres://me:p%40ss,@/rollcall?host=one,other&port=5433,5432&sslmode=require',
      ['one', '5433'],
      ['other', '5432'],
    ],
    ['postgres://me:p%40ss,@one,other/rollcall?port=5433&sslmode=require', ['one', '5432'], ['other', '5432']],
    ['postgres://me:p%40ss,@/rollcall?host=one,other&port=5433&sslmode=require', ['one', '5433'], ['other', '5433']],
    ['postgres://me:p%40ss,@[::1]:5433,[::2]/rollcall?sslmode=require', ['::1', '5433'], ['::2', '5432']],
    ['postgres://me:p%40ss,@%2Frun%2Fa,%2Frun%2Fb/rollcall?sslmode=require', ['/run/a', '5432'], ['/run/b', '5432']],
  ] as const)(
    'states several servers in their order, for PostgreSQL’s programs with the demand to write: %s',
    (text, ...servers) => {
      const normalised = normaliseDatabaseUrl(text) ?? ''
      const own = { PGUSER: 'me', PGPASSWORD: 'p@ss,', PGDATABASE: 'rollcall', PGSSLMODE: 'require' }
      expect(addressesOf(normalised).map(clientEnvironment)).toEqual(
        servers.map(([host, port]) => ({ ...own, PGHOST: host, PGPORT: port })),
      )
      expect(clientEnvironment(normalised)).toEqual({
        ...own,
        PGHOST: servers.map(([host]) => host).join(),
        PGPORT: expect.any(String) as string,
        PGTARGETSESSIONATTRS: 'read-write',
      })
    },
  )

  it.each([
    'postgres://one,/x',
    'postgres://one:1,other:2,/x',
    'postgres://one:1,other:70000/x',
    'postgres:///x?host=one,other,third&port=1,2',
  ])('is refused if one of several servers has no host or no valid port: %s', (text) =>
    expect(normaliseDatabaseUrl(text)).toBeUndefined(),
  )

  it.each(['postgres:///rollcall', 'rollcall', '/var/run/postgresql', 'mysql://x', 'postgres://a b/c', 'postgres://'])(
    'is refused without a host, or in another form: %s',
    (text) => expect(normaliseDatabaseUrl(text)).toBeUndefined(),
  )

  it('makes PostgreSQL’s programs encrypt whenever the driver does, and verify the certificate if they can', () => {
    const modeOf = (query: string) => environmentOf(`postgres://me@db.example/rollcall?${query}`)['PGSSLMODE']
    expect(modeOf('')).toBeUndefined()
    expect(modeOf('sslmode=disable')).toBe('disable')
    expect(modeOf('sslmode=no-verify')).toBe('require')
    expect(modeOf('sslmode=require')).toBe('require')
    expect(modeOf('sslmode=require&sslrootcert=/etc/ca.pem')).toBe('verify-full')
  })
})
