import { deflateSync } from 'node:zlib'
import { pngFile } from './pages/logo.ts'

/**
 * The faults that the simulator can inject. Some change the content of a page, some its bytes, and some the transfer. A request
 * may have several faults.
 */
export type FaultKind =
  /** An error page with `status` (default 503) and, if given, `retryAfter`. */
  | 'status'
  /** The answer is delayed by `delayMs` (default 6,000). */
  | 'slow'
  /** The request is accepted and never answered. */
  | 'silent'
  /** One byte every `delayMs` (default 1,000). */
  | 'drip'
  /** The connection ends in the middle of the body. */
  | 'cut'
  /** A complete answer with only the first half of the page. */
  | 'truncate'
  /** The connection is reset before any answer. */
  | 'reset'
  /** 200 with an empty body. */
  | 'empty'
  /** The page with every list, select, schedule and bracket emptied. */
  | 'empty-lists'
  /** 4,096 bytes that are neither text nor an image. */
  | 'garbage'
  /** The page in ISO 8859-1, declared as UTF-8; letters outside of ISO 8859-1 become question marks. */
  | 'latin-1'
  /** Every athlete's name begins with bytes that are invalid UTF-8. */
  | 'bad-utf8'
  /** The page in Portuguese, whatever language was requested. */
  | 'portuguese'
  /** 200 with a sign-in page. */
  | 'login-page'
  /** 200 with 'we're sorry, but something went wrong'. */
  | 'error-page'
  /** 200 with a challenge for robots. */
  | 'bot-challenge'
  /** The page as it was `delayMs` of simulated time ago (default ten minutes). */
  | 'old-page'
  /** 302 to `location`. */
  | 'redirect'
  /** A small answer that inflates to `bytes` (default 200 MB). */
  | 'gzip-bomb'
  /** `bytes` (default 200 MB) of text, as fast as the client reads. */
  | 'huge'
  /** A day page without the links to the other days. */
  | 'no-day-nav'
  /** Different class names, as after a redesign. */
  | 'renamed-classes'
  /** Every fight of a board or list twice. */
  | 'duplicate-rows'
  /** A day page with broken markup in its second mat. */
  | 'broken-mat'
  /** An SVG image with a script instead of a logo. */
  | 'script-svg'
  /** An image whose header claims 50,000 by 50,000 pixels. */
  | 'pixel-bomb'
  /** An image of one pixel whose first frame claims 65,535 by 65,535. */
  | 'frame-bomb'

export interface FaultSpec {
  /** A regular expression for the path with its query. */
  match: string
  kind: FaultKind
  status?: number
  retryAfter?: string
  location?: string
  delayMs?: number
  bytes?: number
  /** How many requests it affects; all when undefined. */
  count?: number
  /** Real time, epoch milliseconds, at which it ends. */
  untilMs?: number
}

export interface Fault extends FaultSpec {
  id: number
  /** How many requests it has affected. */
  hits: number
}

/** The active faults. */
export class FaultList {
  private readonly faults: { fault: Fault; pattern: RegExp }[] = []
  private nextId = 1

  /** Adds a fault; throws on a pattern that is not a regular expression. */
  add(spec: FaultSpec): Fault {
    const fault: Fault = { ...spec, id: this.nextId++, hits: 0 }
    this.faults.push({ fault, pattern: new RegExp(spec.match) })
    return { ...fault }
  }

  list(): Fault[] {
    return this.faults.map(({ fault }) => ({ ...fault }))
  }

  /** Removes one fault, or all of them. */
  clear(id?: number): void {
    const remaining = id === undefined ? [] : this.faults.filter(({ fault }) => fault.id !== id)
    this.faults.splice(0, this.faults.length, ...remaining)
  }

  /** The faults for a request to this path; each counts the hit. */
  takeMatching(path: string): Fault[] {
    const now = Date.now()
    const matching = this.faults.filter(
      ({ fault, pattern }) =>
        pattern.test(path) &&
        (fault.count === undefined || fault.hits < fault.count) &&
        (fault.untilMs === undefined || now < fault.untilMs),
    )
    for (const { fault } of matching) fault.hits += 1
    return matching.map(({ fault }) => fault)
  }
}

const signIn = `<!DOCTYPE html><html><head><title>IBJJF</title></head><body><form action="/users/sign_in" method="post"><h2>Log in</h2><input type="email" name="user[email]"><input type="password" name="user[password]"><input type="submit" value="Log in"></form></body></html>`
const errorPage = `<!DOCTYPE html><html><head><title>We're sorry, but something went wrong (500)</title></head><body><div class="dialog"><h1>We're sorry, but something went wrong.</h1></div></body></html>`
const challenge = `<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><h1>Checking your browser before accessing the site</h1><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`

/**
 * The content with the fault applied; undefined for a fault that server.ts applies: one of the transfer, or one that selects
 * another page.
 */
export function corrupt(kind: FaultKind, page: string): string | Uint8Array | undefined {
  switch (kind) {
    case 'truncate':
      return page.slice(0, page.length >> 1)
    case 'empty':
      return ''
    case 'empty-lists':
      return page
        .replace(/(<ul[^>]*>)(?:(?!<ul)[\s\S])*?<\/ul>/g, '$1</ul>')
        .replace(/<div class='(?:tournament-display|public-single-competitors__item-wrapper)'[\s\S]*?\n<\/div>\n/g, '')
        .replace(/<div class='public-schedule__category-wrapper'>.*<\/div>\n/g, '')
        .replace(/<option value="\d+">[^<]*<\/option>/g, '')
        .replace(
          /<div class="row">[\s\S]*?(?=<div class="bracket-title">|<div class="tournament-category__podium|<h3>|<footer)/g,
          '',
        )
    case 'garbage':
      return Uint8Array.from({ length: 4096 }, (_, index) => (index * index * 31 + index * 7) % 256)
    case 'latin-1':
      return Buffer.from(page.replace(/[\u0100-\uffff]/g, '?'), 'latin1')
    case 'bad-utf8':
      return breakNames(page)
    case 'login-page':
      return signIn
    case 'error-page':
      return errorPage
    case 'bot-challenge':
      return challenge
    case 'renamed-classes':
      return page.replaceAll('match-card__', 'fight-box__').replaceAll('category-card__', 'division-box__')
    case 'duplicate-rows':
      return page.replace(
        /<li(?: class="match--\w+")?>\n<div class="(?:match-header|tournament-day__category-name)">[\s\S]*?\n?<\/li>/g,
        '$&\n$&',
      )
    case 'broken-mat':
      return breakSecondMat(page)
    case 'script-svg':
      return '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
    case 'pixel-bomb':
      return pngFile(50_000, 50_000, deflateSync(Buffer.alloc(1_000_000)))
    case 'frame-bomb':
      return Buffer.from('474946383961010001008000000000ffffff2c00000000ffffffff000202440100' + '3b', 'hex')
    case 'status':
    case 'slow':
    case 'silent':
    case 'drip':
    case 'cut':
    case 'reset':
    case 'portuguese':
    case 'old-page':
    case 'redirect':
    case 'gzip-bomb':
    case 'huge':
    case 'no-day-nav':
      return undefined
  }
}

/** An incomplete UTF-8 sequence and a byte that is never valid in UTF-8. */
const invalidUtf8 = Buffer.from([0xc3, 0xff])

function breakNames(page: string): Uint8Array {
  const pieces = page.split(/(?<=match-card__competitor-name">|&quot;name\\&quot;:\\&quot;)/)
  return Buffer.concat(pieces.flatMap((piece, index) => [...(index === 0 ? [] : [invalidUtf8]), Buffer.from(piece)]))
}

function breakSecondMat(page: string): string {
  const opening = '<li class="sliding-columns__column">'
  const parts = page.split(opening)
  if (parts.length < 3) return page
  parts[2] = (parts[2] ?? '')
    .replaceAll('match-header__when', 'x')
    .replaceAll('grid-column__header', 'y')
    .replace(/<\/div>/g, '')
  return parts.join(opening)
}
