// Where mail to an address ends.

/**
 * The address without its tag, in lower case: 'Maria+open@example.org' and 'maria@example.org' lead to one mailbox at most
 * providers. Limits of mail count mailboxes, so that tags do not get around them; accounts are still told apart by address.
 */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')
