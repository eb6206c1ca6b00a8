/** The URL of a contact: a mailto: URL for an email address, otherwise unchanged. The path of a web page may contain an @. */
export const contactAddress = (contact: string): string =>
  contact.includes('@') && !/^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)/i.test(contact) ? `mailto:${contact}` : contact
