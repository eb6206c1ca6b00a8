// The form in which passwords are compared and counted. Keyboards and systems write the same letters differently: é as one character
// or as e with an accent, digits in full width, a blank that does not break. NIST SP 800-63B recommends NFKC or NFKD.

/** The compared form of a password. */
export const passwordForm = (typed: string): string => typed.normalize('NFKC')

/** The number of characters of a password, in its compared form. */
export const passwordLength = (typed: string): number => Array.from(passwordForm(typed)).length

/**
 * The forms in which an account of an earlier version may have stored the password: as typed then. The first is the compared form; a
 * password of ASCII characters has one.
 */
export const storedForms = (typed: string): readonly string[] => [
  ...new Set([passwordForm(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')]),
]
