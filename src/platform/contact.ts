/** The address of a contact that the operator gave: of a page, whose path may hold an @, or of a mailbox. */
export const contactAddress = (contact: string): string =>
  contact.includes('@') && !/^(?:mailto:|[a-z][a-z0-9+.-]*:\/\/)/i.test(contact) ? `mailto:${contact}` : contact
