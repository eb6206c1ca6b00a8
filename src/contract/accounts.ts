// The calls about accounts: sign-up, login, profile, sessions, recovery. Refusals that the specification states have its words
// (core.md section 5).
import * as z from 'zod/mini'
import { passwordLength } from '#domain/password.ts'
import { hasSingleScriptWords, usernameForm } from '#domain/username.ts'
import { errors } from './errors.ts'

/** The least number of characters of a password. `signup` also applies to a reset, `change` to a change by the user (D3). */
const passwordMinimum = { signup: 8, change: 6 } as const
const passwordMaximum = 256

export const accountTexts = {
  email: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters long',
  passwordsDiffer: "Passwords don't match",
  passwordLong: 'Password must be at most 256 characters long.',
  passwordCommon: 'This password is too easy to guess. Please choose another.',
  username: 'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.',
  usernameWords: 'Use letters of one alphabet in each word, and one blank between two words.',
  usernameRequired: 'Username is required.',
  usernameTaken: 'This username is taken.',
  usernameSimilar: 'This username looks like one that is taken.',
  usernameReserved: 'This username looks official. Please choose another.',
  emailRequired: 'Email is required.',
  currentPasswordRequired: 'Current password is required.',
  newPasswordRequired: 'New password is required.',
  newPasswordShort: 'New password must be at least 6 characters long.',
  newPasswordsDiffer: 'New passwords do not match.',
  resetLinkInvalid: errors['invalid-token'][1],
  linkInvalid: 'This link is invalid or has expired.',
  resetLinkSent: 'If an account has this email, a reset link is on its way.',
  passwordReset: 'Your password is changed. Please log in.',
  passwordChanged: 'Your password is changed. Your other devices are logged out.',
  emailLinkLimit: 'This address got three such emails today. Please look for them, or try again tomorrow.',
  emailChangeLimit: 'You can change your email address three times a day. Please try again tomorrow.',
  accountRestored: 'Your email address is back and every device is logged out. Please set a new password now.',
} as const

/** Messages for other programs; the app has its own texts. */
export const addressAnswers = {
  verified: 'Your email address is confirmed.',
  linkSent: 'A link is on its way. Please check your email.',
} as const

/** The paths of the links in emails; each has a `?token=`. */
export const emailedPaths = { reset: '/reset-password', restore: '/restore-account', verify: '/verify-email' } as const

const email = z
  .string(accountTexts.email)
  .check(z.trim(), z.maxLength(254, accountTexts.email), z.email(accountTexts.email))
/**
 * Rejects the reserved domain `.invalid` (RFC 2606). When another user proves ownership of an account's address, the account gets
 * an address there instead.
 */
const mailable = z.refine<string>((address) => !/\.invalid$/i.test(address), accountTexts.email)
/** In UTF-16 code units before normalisation: 40 characters with all their combining marks. */
const longestWrittenUsername = 400
/** A new username (quality/security.md W8, N-10). `current`: the user's current one, which stays valid under newer rules. */
const usernameSchema = (current: string | null) =>
  z.string(accountTexts.usernameRequired).check(
    z.trim(),
    z.overwrite((written) => (written === current ? written : usernameForm(written))),
    z.minLength(1, accountTexts.usernameRequired),
    z.refine((name) => name === current || /^[\p{L}\p{M}\p{N}_.\- ]{1,40}$/u.test(name), {
      error: accountTexts.username,
      abort: true,
    }),
    z.refine((name) => name === current || hasSingleScriptWords(name), { error: accountTexts.usernameWords }),
  )
const username = usernameSchema(null)
/** Checks the least length, in the form in which passwords are compared. */
const atLeast = (least: number, error: string) => z.refine<string>((typed) => passwordLength(typed) >= least, error)
const newPassword = z
  .string(accountTexts.passwordRequired)
  .check(
    z.maxLength(passwordMaximum, { error: accountTexts.passwordLong, abort: true }),
    atLeast(passwordMinimum.signup, accountTexts.passwordShort),
  )

/** The field `username` holds the email address (core.md section 7). */
export const LoginBody = z.object({
  username: email,
  password: z
    .string(accountTexts.passwordRequired)
    .check(z.minLength(1, accountTexts.passwordRequired), z.maxLength(passwordMaximum, accountTexts.passwordLong)),
  rememberMe: z._default(z.boolean(), false),
})
/** The server validates tokens, and refuses all invalid ones with the same sentence. */
const token = z.string(accountTexts.linkInvalid).check(z.maxLength(200, accountTexts.linkInvalid))
/**
 * The token of a link that was emailed to the address. It proves ownership of the address, even if another account uses it
 * unverified.
 */
const proof = z.optional(token)
export const RegisterBody = z.object({ username, email: email.check(mailable), password: newPassword, proof })

export const ForgotPasswordBody = z.object({ email })
export const ResetPasswordBody = z.object({
  token: z.string(accountTexts.resetLinkInvalid).check(z.maxLength(200, accountTexts.resetLinkInvalid)),
  newPassword,
})
/** To check an emailed link, or to use it. */
export const EmailedLinkBody = z.object({ token })
/** Validates all of a profile but its `username`, which `profileBodyOf` validates against the current one. */
export const ProfileBody = z.object({
  username: z
    .string(accountTexts.usernameRequired)
    .check(
      z.trim(),
      z.minLength(1, accountTexts.usernameRequired),
      z.maxLength(longestWrittenUsername, accountTexts.username),
    ),
  email: z
    .string(accountTexts.emailRequired)
    .check(
      z.trim(),
      z.minLength(1, accountTexts.emailRequired),
      z.maxLength(254, accountTexts.email),
      z.email(accountTexts.email),
      mailable,
    ),
  proof,
})
/** The body schema for the user whose current name is `username`. */
export const profileBodyOf = (username: string) => z.extend(ProfileBody, { username: usernameSchema(username) })
export const ChangePasswordBody = z.object({
  currentPassword: z
    .string(accountTexts.currentPasswordRequired)
    .check(
      z.minLength(1, accountTexts.currentPasswordRequired),
      z.maxLength(passwordMaximum, accountTexts.passwordLong),
    ),
  newPassword: z
    .string(accountTexts.newPasswordRequired)
    .check(
      z.minLength(1, { error: accountTexts.newPasswordRequired, abort: true }),
      z.maxLength(passwordMaximum, { error: accountTexts.passwordLong, abort: true }),
      atLeast(passwordMinimum.change, accountTexts.newPasswordShort),
    ),
})

/**
 * The state of an account's address. 'unverified': a link can be emailed there; 'unverifiable': this installation sends no
 * emails; 'missing': another user has proved ownership of the address, and the account needs a new one.
 */
const emailStatuses = ['verified', 'unverified', 'unverifiable', 'missing'] as const

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  emailStatus: z.enum(emailStatuses),
  role: z.enum(['user', 'superadmin']),
  createdAt: z.string(),
})
export type User = z.infer<typeof User>

/**
 * What a client does with a link that proves an address. 'verify': call verifyEmail, for the account that has the address;
 * 'move': call updateProfile with the link as proof, for the caller's account, which requested it; 'take': call register with the
 * link as proof; 'verified': nothing.
 */
export const EmailLink = z.object({
  success: z.literal(true),
  email: z.string(),
  leadsTo: z.enum(['verify', 'move', 'take', 'verified']),
})
export type EmailLink = z.infer<typeof EmailLink>

export const AuthCheck = z.object({ isAuthenticated: z.boolean(), user: z.nullable(User) })
/** A session of the user. `device` is a display name, 'Chrome on Android'. `current`: the caller's own session. */
const SignedIn = z.object({
  id: z.number(),
  device: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  current: z.boolean(),
})
export type SignedIn = z.infer<typeof SignedIn>
export const SessionsResponse = z.object({ success: z.literal(true), sessions: z.array(SignedIn) })

export const Done = z.object({ success: z.literal(true), message: z.optional(z.string()) })
/** `resetToken`: for resetPassword, because an account that was taken back needs a new password. */
export const Restored = z.extend(Done, { resetToken: z.string() })
