// The mailbox of an email address.

/**
 * The address without its tag, in lower case: at most providers, 'Maria+open@example.org' and 'maria@example.org' are one
 * mailbox. Limits on emails count mailboxes, so that tags cannot evade them; accounts are identified by the full address.
 */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')
