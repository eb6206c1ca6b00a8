// The address by which push services reach the operator (VAPID_SUBJECT). Push services refuse every alert of a sender whose address
// has no public host name.
import { domainToASCII } from 'node:url'

/** Names that are not in the public name system, or never will be (RFC 6761, RFC 6762, RFC 8375; ICANN's resolution of 2018). */
const notPublic =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|test|invalid|onion|home\.arpa)$/
/** At least two labels, the last one not a number: no IP address. */
const domain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/

const isPublicName = (name: string): boolean => {
  const host = domainToASCII(name).toLowerCase()
  return domain.test(host) && !notPublic.test(host)
}

/** The host of one mailto: address or of an https: address; undefined for any other text. */
export function hostOfSubject(subject: string): string | undefined {
  const mailbox = /^mailto:[^\s@,;:<>?"()[\]\\]+@([^\s@/?#]+)$/.exec(subject)
  if (mailbox) return mailbox[1]
  if (!/^https:\/\/[^\s<>]+$/.test(subject) || !URL.canParse(subject)) return undefined
  const { hostname, username, password } = new URL(subject)
  return username === '' && password === '' ? hostname : undefined
}

/** True for an address that push services accept: mailto: or https:, with a public host name. */
export const isPushSubject = (subject: string): boolean => isPublicName(hostOfSubject(subject) ?? '')
