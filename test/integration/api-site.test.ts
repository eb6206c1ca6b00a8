import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '#platform/build.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'

const sponsors = [
  { name: 'Guard & Co', url: 'https://social.example/guard', logoUrl: 'https://pictures.example/guard.svg' },
  { name: 'Tidewater Gi', url: 'https://social.example/tide', logoUrl: '/sponsors/tidewater-gi.svg' },
]

let folder: string
let bare: ApiUnderTest
let configured: ApiUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>RollCall</title>')
  bare = await startApi()
  configured = await startApi({
    databaseUrl: bare.databaseUrl,
    clientFolder: folder,
    site: { supportEmail: 'support@rollcall.example', donationUrl: 'https://donate.example/', sponsors },
  })
})
afterAll(async () => {
  await configured.close()
  await bare.close()
  await rm(folder, { recursive: true })
})

describe('[D16] The support, donation and sponsor links', () => {
  it('are those of the operator, and public', async () => {
    expect(await configured.visitor().call('site')).toEqual({
      supportEmail: 'support@rollcall.example',
      donationUrl: 'https://donate.example/',
      sponsors: [{ ...sponsors[0], logoUrl: null }, sponsors[1]],
      build,
    })
  })

  it('are absent while none are configured', async () => {
    expect(await bare.visitor().call('site')).toEqual({ supportEmail: null, donationUrl: null, sponsors: [], build })
  })

  it("[N-05] come with a policy that allows no picture from the sponsors' own hosts", async () => {
    const page = await fetch(`${configured.url}/sponsors`)
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self';")
  })
})

it('The build is stated by the call of the help page, the probe and the metrics', async () => {
  const { version, commit } = build
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await bare.visitor().call('site')).build).toEqual({ version, commit })
  expect(await (await fetch(`${bare.url}/healthz`)).json()).toEqual({ status: 'ok', version, commit })
  const metrics = await (await fetch(`${bare.url}/metrics`)).text()
  expect(metrics).toContain(`rollcall_build_info{version="${version}",commit="${commit ?? 'unknown'}"} 1`)
})
