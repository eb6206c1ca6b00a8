// The public page as the server draws it, from the program that the build made of it.
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { loadSharedPages } from '../../src/main/shared-page.ts'

const root = join(import.meta.dirname, '../..')
const gone = 'This shared RollCall could not be found or has expired.'

let api: ApiUnderTest
let tournaments = 6_100
beforeAll(async () => {
  const sharedPages = await loadSharedPages(root)
  if (!sharedPages) throw new Error('The pages are not built: npm run build')
  api = await startApi({ sharedPages, clientFolder: join(root, 'dist/client'), trustedProxies: ['127.0.0.1'] })
})
afterAll(() => api.close())

type Sharing = { world: RecordedTournament; owner: Visitor; path: string }

/** A user who follows two athletes, the first of whom fights in half an hour, and shares them. */
async function share(title?: string): Promise<Sharing> {
  const world = await recordTournament(api.store, String(++tournaments), 30)
  const owner = await api.visitor().signUp()
  await owner.call('addTournaments', { body: { tournaments: [{ value: world.bjjCompSystemId }] } })
  for (const id of ['700137', '700201']) await owner.call('follow', { id: world.athlete(id).id })
  const { shareUrl } = await owner.call('share', { body: title === undefined ? {} : { title } })
  return { world, owner, path: new URL(shareUrl).pathname }
}

let addresses = 0
/** Somebody without an account, at an address of their own. */
const look = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  api.visitor().fetch(path, { headers: { 'x-forwarded-for': `10.2.0.${addresses++}`, ...headers } })
const htmlOf = async (path: string): Promise<string> => (await look(path)).text()
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1] ?? '')

describe('a shared page', () => {
  it('has its cards in the HTML, and beside them the same data for the script', async () => {
    const { path } = await share('Camp Łódź')
    const html = await htmlOf(path)
    expect(html).toMatch(/<article[^>]*aria-label="Marina Pedra Azul"/)
    expect(html).toContain('vs Ana Conceição Łuz')
    expect(html).toMatch(/Starts in: \d+m \d\ds/)
    expect(html).toContain('Live monitoring active - Real-time updates from BJJ Comp System')
    const { body } = await api.visitor().request('sharedRollCall', { linkId: path.slice('/shared/'.length) })
    expect(dataIn(html)).toMatchObject({
      tab: 'matches',
      state: { kind: 'loaded', rollCall: { version: body.version } },
    })
  })

  it('has its tabs before its cards: no keyboard goes through all of them to the other', async () => {
    const html = await htmlOf((await share()).path)
    expect(html.indexOf('<nav ')).toBeGreaterThan(0)
    expect(html.indexOf('<nav ')).toBeLessThan(html.indexOf('<article'))
  })

  it('has its athletes too, at their own address', async () => {
    const { path } = await share()
    const html = await htmlOf(`${path}?tab=athletes`)
    expect(html).toMatch(/<article[^>]*aria-label="Joana Vale"/)
    expect(html).toContain('0 completed matches')
  })

  it('brings every word that its script says, which has none of any language', async () => {
    const { path } = await share()
    const html = await htmlOf(path)
    const script = await (await look(/data-module="([^"]+)"/.exec(html)?.[1] ?? '')).text()
    const { texts } = dataIn(html) as { texts: Record<string, unknown> }
    const areas = [...new Set(Object.keys(texts).map((key) => key.slice(0, key.indexOf('.') + 1)))]
    const said = [...script.matchAll(/`(\w+\.)([\w.]*\w)`/g)].filter(([, area = '']) => areas.includes(area))
    expect(said.length).toBeGreaterThan(20)
    expect(said.map(([, area, rest]) => `${area}${rest}`).filter((key) => !(key in texts))).toEqual([])
    // Those whose keys are made of parts.
    for (const key of ['nav.athletes', 'colour.BLUE', 'ordinal.two', 'shared.quality.fair'])
      expect(texts).toHaveProperty([key])
    expect(script).not.toContain('Live monitoring active')
  })

  it('sets no cookie, is kept by nobody, indexed by nobody, and says nowhere where its visitors come from [L-05]', async () => {
    const { path } = await share()
    const { status, headers } = await look(path)
    expect([status, headers.getSetCookie()]).toEqual([200, []])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex') as string,
    })
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('has no script, style or handler of its own in the HTML, which the policy would refuse', async () => {
    const { path } = await share()
    const html = await htmlOf(path)
    expect(html).not.toMatch(/ style="|<style|\son\w+="/)
    expect([...html.matchAll(/<script(?![^>]*src=)([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      ' type="application/json" id="data"',
    ])
  })

  it('[X-04] shows a title as it was typed, whatever is in it', async () => {
    const title = `</title><script>alert(1)</script><img src=x onerror="alert(2)">`
    const { path } = await share(title)
    const html = await htmlOf(path)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(dataIn(html)).toMatchObject({ state: { rollCall: { title } } })
  })

  it('is in the language that the browser asks for, and says so to whoever keeps copies', async () => {
    const { path } = await share()
    const answer = await look(path, { 'accept-language': 'de, pt-PT;q=0.9, en;q=0.8' })
    expect(answer.headers.get('vary')).toMatch(/\bAccept-Language\b/i)
    const html = await answer.text()
    expect(html).toContain('<html lang="pt-BR"')
    expect(html).toContain('Ao vivo')
    expect(html).not.toContain('Live monitoring')
    expect(html).toMatch(/Adulto \/ Masculino|Adulto \/ Feminino/)
    // The next visitor has the page in their own.
    expect(await htmlOf(path)).toContain('<html lang="en"')
  })

  it('is in the language chosen in its address, also on its other tab', async () => {
    const { path } = await share()
    const html = await (await look(`${path}?lang=ja`, { 'accept-language': 'es' })).text()
    expect(html).toContain('<html lang="ja"')
    expect(html).toContain('href="?tab=athletes&amp;lang=ja"')
    expect(dataIn(html)).toMatchObject({ language: 'ja', texts: { 'nav.athletes': '選手' }, words: { sport: {} } })
    const wrong = await look(`${path}?lang=xx&lang=%3Cscript%3E`, { 'accept-language': 'es' })
    expect(await wrong.text()).toContain('<html lang="es"')
  })

  it('says in its language, too, that a link is dead', async () => {
    const html = await (await look('/shared/nobody', { 'accept-language': 'es' })).text()
    expect(html).toContain('Este RollCall compartido no se encontró o ya venció.')
    expect(dataIn(html)).toMatchObject({ state: { error: gone, code: 'not-found' } })
  })

  it('comes compressed', async () => {
    const { path } = await share()
    const { headers } = await look(path, { 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
  })
})

describe('the preview of a link', () => {
  const contentOf = (html: string, name: string): string | undefined =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

  it('names the page, its next fight and a picture', async () => {
    const { path } = await share('Camp')
    const html = await htmlOf(path)
    expect(html).toContain('<title>Camp · RollCall</title>')
    for (const name of ['description', 'og:description', 'twitter:description'])
      expect(contentOf(html, name)).toMatch(/^Next: Marina Pedra Azul vs Lia Serra .*Mat 1/)
    expect([contentOf(html, 'og:title'), contentOf(html, 'twitter:card')]).toEqual(['Camp', 'summary_large_image'])
    expect(contentOf(html, 'robots')).toContain('noindex')
    expect(contentOf(html, 'og:image')).toContain(`${api.url}${path}/preview.png?v=`)
  })

  it('is in English unless the robot asks for another language', async () => {
    const { path } = await share('Camp')
    const html = await (await look(path, { 'accept-language': 'pt-BR' })).text()
    expect(contentOf(html, 'og:description')).toMatch(/^A seguir: Marina Pedra Azul /)
    expect(contentOf(html, 'og:image')).toMatch(/preview\.png\?v=[^&]+&amp;lang=pt-BR$/)
    expect(contentOf(await htmlOf(path), 'og:image')).not.toContain('lang=')
  })

  it('has a picture of 1200 by 630 that dies with its link', async () => {
    const { owner, path } = await share('Camp')
    const picture = await look(`${path}/preview.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('cache-control')).toBe('no-store')
    const { width, height } = await loadImage(Buffer.from(await picture.arrayBuffer()))
    expect([width, height]).toEqual([1200, 630])
    await owner.call('deleteShare', { linkId: path.slice('/shared/'.length) })
    expect((await look(`${path}/preview.png`)).status).toBe(404)
  })

  it('may be read by chat apps, and by no search engine', async () => {
    const robots = await (await look('/robots.txt')).text()
    const [previewers = '', others = ''] = robots.split('\n\n')
    expect(previewers).toContain('User-agent: WhatsApp')
    expect(previewers).toContain('Allow: /shared/')
    expect(others).toMatch(/User-agent: \*[^]*Disallow: \/shared\//)
  })
})

describe('a page that cannot be shown', () => {
  it('[L-02] says the same of every dead link', async () => {
    const expired = await share()
    await api.sql`update shareable_links set expires_at = now() - interval '1 second' where user_id = (select id from users where email = ${expired.owner.email})`
    const answers = await Promise.all(
      [expired.path, `/shared/${'A'.repeat(22)}`, '/shared/%00'].map((path) => look(path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const pages = await Promise.all(answers.map((answer) => answer.text()))
    const undated = pages.map((html) => html.replace(/"drawnAt":"[^"]*"/, ''))
    expect(new Set(undated).size).toBe(1)
    expect(undated[0]).toContain('RollCall Unavailable')
    expect(undated[0]).toContain(gone)
    expect(undated[0]).toContain('Go to RollCall')
  })

  it('[L-04] is dead with the next request after it was renewed', async () => {
    const { owner, path } = await share('Camp')
    expect((await look(path)).status).toBe(200)
    const { shareUrl } = await owner.call('share', { body: {} })
    expect((await look(path)).status).toBe(404)
    expect((await look(new URL(shareUrl).pathname)).status).toBe(200)
  })

  it('says of an address without an id that it is no link', async () => {
    const answer = await look('/shared/')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Invalid share link')
  })
})
