// The public page, rendered by the server with the built program.
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { loadSharedPages } from '../../src/main/shared-page.ts'

const root = join(import.meta.dirname, '../..')
const goneText = 'This shared RollCall could not be found or has expired.'

let api: ApiUnderTest
let lastSourceId = 6_100
beforeAll(async () => {
  const sharedPages = await loadSharedPages(root)
  if (!sharedPages) throw new Error('The pages are not built: npm run build')
  api = await startApi({ sharedPages, clientFolder: join(root, 'dist/client'), trustedProxies: ['127.0.0.1'] })
})
afterAll(() => api.close())

type Sharing = { recorded: RecordedTournament; owner: Visitor; path: string }

/** Signs up a user who follows two athletes, the first of whom fights in half an hour, and shares them. */
async function share(title?: string): Promise<Sharing> {
  const recorded = await recordTournament(api.store, String(++lastSourceId), 30)
  const owner = await api.visitor().signUp()
  await owner.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  for (const id of ['700137', '700201']) await owner.call('follow', { id: recorded.athlete(id).id })
  const { shareUrl } = await owner.call('share', { body: title === undefined ? {} : { title } })
  return { recorded, owner, path: new URL(shareUrl).pathname }
}

let addresses = 0
/** Requests a page without an account, from a new client address. */
const load = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  api.visitor().fetch(path, { headers: { 'x-forwarded-for': `10.2.0.${addresses++}`, ...headers } })
const htmlOf = async (path: string): Promise<string> => (await load(path)).text()
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1] ?? '')

describe('A shared page', () => {
  it('has its cards in the HTML, and the same data for the script', async () => {
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

  it('has its tabs before its cards, so that the keyboard reaches them first', async () => {
    const html = await htmlOf((await share()).path)
    expect(html.indexOf('<nav ')).toBeGreaterThan(0)
    expect(html.indexOf('<nav ')).toBeLessThan(html.indexOf('<article'))
  })

  it('has its athletes at a separate address', async () => {
    const { path } = await share()
    const html = await htmlOf(`${path}?tab=athletes`)
    expect(html).toMatch(/<article[^>]*aria-label="Joana Vale"/)
    expect(html).toContain('0 completed matches')
  })

  it('contains every text that its script uses, and the script contains none', async () => {
    const { path } = await share()
    const html = await htmlOf(path)
    const script = await (await load(/data-module="([^"]+)"/.exec(html)?.[1] ?? '')).text()
    const { texts } = dataIn(html) as { texts: Record<string, unknown> }
    const areas = [...new Set(Object.keys(texts).map((key) => key.slice(0, key.indexOf('.') + 1)))]
    const used = [...script.matchAll(/`(\w+\.)([\w.]*\w)`/g)].filter(([, area = '']) => areas.includes(area))
    expect(used.length).toBeGreaterThan(20)
    expect(used.map(([, area, rest]) => `${area}${rest}`).filter((key) => !(key in texts))).toEqual([])
    // Keys that the script composes from parts.
    for (const key of ['nav.athletes', 'colour.BLUE', 'ordinal.two', 'shared.quality.fair'])
      expect(texts).toHaveProperty([key])
    expect(script).not.toContain('Live monitoring active')
  })

  it('sets no cookie, is neither cached nor indexed, and sends no Referer [L-05]', async () => {
    const { path } = await share()
    const { status, headers } = await load(path)
    expect([status, headers.getSetCookie()]).toEqual([200, []])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': expect.stringContaining('noindex') as string,
    })
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
  })

  it('has no script, style or handler in the HTML, which the policy would refuse', async () => {
    const { path } = await share()
    const html = await htmlOf(path)
    expect(html).not.toMatch(/ style="|<style|\son\w+="/)
    expect([...html.matchAll(/<script(?![^>]*src=)([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      ' type="application/json" id="data"',
    ])
  })

  it('[X-04] shows a title exactly as it was typed, markup included', async () => {
    const title = `</title><script>alert(1)</script><img src=x onerror="alert(2)">`
    const { path } = await share(title)
    const html = await htmlOf(path)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;/title&gt;&lt;script&gt;')
    expect(dataIn(html)).toMatchObject({ state: { rollCall: { title } } })
  })

  it('is in the language that the browser requests, and varies by it for caches', async () => {
    const { path } = await share()
    const answer = await load(path, { 'accept-language': 'de, pt-PT;q=0.9, en;q=0.8' })
    expect(answer.headers.get('vary')).toMatch(/\bAccept-Language\b/i)
    const html = await answer.text()
    expect(html).toContain('<html lang="pt-BR"')
    expect(html).toContain('Ao vivo')
    expect(html).not.toContain('Live monitoring')
    expect(html).toMatch(/Adulto \/ Masculino|Adulto \/ Feminino/)
    // The next visitor gets the page in another language.
    expect(await htmlOf(path)).toContain('<html lang="en"')
  })

  it('is in the language of its address, also on its other tab', async () => {
    const { path } = await share()
    const html = await (await load(`${path}?lang=ja`, { 'accept-language': 'es' })).text()
    expect(html).toContain('<html lang="ja"')
    expect(html).toContain('href="?tab=athletes&amp;lang=ja"')
    expect(dataIn(html)).toMatchObject({ language: 'ja', texts: { 'nav.athletes': '選手' }, words: { sport: {} } })
    const wrong = await load(`${path}?lang=xx&lang=%3Cscript%3E`, { 'accept-language': 'es' })
    expect(await wrong.text()).toContain('<html lang="es"')
  })

  it('reports a dead link in the reader’s language', async () => {
    const html = await (await load('/shared/unknown', { 'accept-language': 'es' })).text()
    expect(html).toContain('Este RollCall compartido no se encontró o ya venció.')
    expect(dataIn(html)).toMatchObject({ state: { error: goneText, code: 'not-found' } })
  })

  it('is compressed', async () => {
    const { path } = await share()
    const { headers } = await load(path, { 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
  })
})

describe('The preview of a share link', () => {
  const contentOf = (html: string, name: string): string | undefined =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

  it('names the page, its next fight and an image', async () => {
    const { path } = await share('Camp')
    const html = await htmlOf(path)
    expect(html).toContain('<title>Camp · RollCall</title>')
    for (const name of ['description', 'og:description', 'twitter:description'])
      expect(contentOf(html, name)).toMatch(/^Next: Marina Pedra Azul vs Lia Serra .*Mat 1/)
    expect([contentOf(html, 'og:title'), contentOf(html, 'twitter:card')]).toEqual(['Camp', 'summary_large_image'])
    expect(contentOf(html, 'robots')).toContain('noindex')
    expect(contentOf(html, 'og:image')).toContain(`${api.url}${path}/preview.png?v=`)
  })

  it('is in English unless the robot requests another language', async () => {
    const { path } = await share('Camp')
    const html = await (await load(path, { 'accept-language': 'pt-BR' })).text()
    expect(contentOf(html, 'og:description')).toMatch(/^A seguir: Marina Pedra Azul /)
    expect(contentOf(html, 'og:image')).toMatch(/preview\.png\?v=[^&]+&amp;lang=pt-BR$/)
    expect(contentOf(await htmlOf(path), 'og:image')).not.toContain('lang=')
  })

  it('has an image of 1200 by 630 pixels, which is not found once the link is deleted', async () => {
    const { owner, path } = await share('Camp')
    const picture = await load(`${path}/preview.png`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(picture.headers.get('cache-control')).toBe('no-store')
    const { width, height } = await loadImage(Buffer.from(await picture.arrayBuffer()))
    expect([width, height]).toEqual([1200, 630])
    await owner.call('deleteShare', { linkId: path.slice('/shared/'.length) })
    expect((await load(`${path}/preview.png`)).status).toBe(404)
  })

  it('may be read by chat apps and by no search engine', async () => {
    const robots = await (await load('/robots.txt')).text()
    const [previewers = '', others = ''] = robots.split('\n\n')
    expect(previewers).toContain('User-agent: WhatsApp')
    expect(previewers).toContain('Allow: /shared/')
    expect(others).toMatch(/User-agent: \*[^]*Disallow: \/shared\//)
  })
})

describe('The page of a dead link', () => {
  it('[L-02] is the same for every dead link', async () => {
    const expired = await share()
    await api.sql`update shareable_links set expires_at = now() - interval '1 second' where user_id = (select id from users where email = ${expired.owner.email})`
    const answers = await Promise.all(
      [expired.path, `/shared/${'A'.repeat(22)}`, '/shared/%00'].map((path) => load(path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const pages = await Promise.all(answers.map((answer) => answer.text()))
    const undated = pages.map((html) => html.replace(/"renderedAt":"[^"]*"/, ''))
    expect(new Set(undated).size).toBe(1)
    expect(undated[0]).toContain('RollCall Unavailable')
    expect(undated[0]).toContain(goneText)
    expect(undated[0]).toContain('Go to RollCall')
  })

  it('[L-04] is served from the next request after a renewal', async () => {
    const { owner, path } = await share('Camp')
    expect((await load(path)).status).toBe(200)
    const { shareUrl } = await owner.call('share', { body: {} })
    expect((await load(path)).status).toBe(404)
    expect((await load(new URL(shareUrl).pathname)).status).toBe(200)
  })

  it('reports an address without an id as an invalid link', async () => {
    const answer = await load('/shared/')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Invalid share link')
  })
})
