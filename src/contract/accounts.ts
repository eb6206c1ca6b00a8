// Accounts: what signing up and in, the profile, the sessions and the ways back into an account say. Texts of refusals
// are the specification's (core.md section 5).
import * as z from 'zod/mini'
import { hasSingleScriptWords, usernameForm } from '#domain/username.ts'
import { errors } from './errors.ts'

/** Password minimums: `signup` at signup and reset, `change` at profile change (core.md section 5, decision D3). */
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
  emailLinkLimit: 'This address got three such mails today. Please look for them, or try again tomorrow.',
  emailChangeLimit: 'You can change your email address three times a day. Please try again tomorrow.',
  accountRestored: 'Your email address is back and every device is logged out. Please set a new password now.',
} as const

/** Answers that programs read; the app says them in words of its own. */
export const addressAnswers = {
  verified: 'Your email address is confirmed.',
  linkSent: 'A link is on its way. Please look into your mail.',
} as const

/** Where the links in mails lead; each carries `?token=`. */
export const mailedPaths = { reset: '/reset-password', restore: '/restore-account', verify: '/verify-email' } as const

const email = z
  .string(accountTexts.email)
  .check(z.trim(), z.maxLength(254, accountTexts.email), z.email(accountTexts.email))
/** No mail goes to such an address (RFC 2606): an account has one only when somebody else proved that its own is theirs. */
const mailable = z.refine<string>((address) => !/\.invalid$/i.test(address), accountTexts.email)
/** In UTF-16: 40 characters with all their marks, before they are put in one form. */
const longestWrittenUsername = 400
/** A name that is chosen (quality/security.md W8, N-10). `kept`: a user's own, which stays though it breaks a newer rule. */
const usernameSchema = (kept: string | null) =>
  z.string(accountTexts.usernameRequired).check(
    z.trim(),
    z.overwrite((written) => (written === kept ? written : usernameForm(written))),
    z.minLength(1, accountTexts.usernameRequired),
    z.refine((name) => name === kept || /^[\p{L}\p{M}\p{N}_.\- ]{1,40}$/u.test(name), {
      error: accountTexts.username,
      abort: true,
    }),
    z.refine((name) => name === kept || hasSingleScriptWords(name), { error: accountTexts.usernameWords }),
  )
const username = usernameSchema(null)
const newPassword = z
  .string(accountTexts.passwordRequired)
  .check(
    z.minLength(passwordMinimum.signup, accountTexts.passwordShort),
    z.maxLength(passwordMaximum, accountTexts.passwordLong),
  )

/** The field `username` holds the e-mail (core.md section 7). */
export const LoginBody = z.object({
  username: email,
  password: z
    .string(accountTexts.passwordRequired)
    .check(z.minLength(1, accountTexts.passwordRequired), z.maxLength(passwordMaximum, accountTexts.passwordLong)),
  rememberMe: z._default(z.boolean(), false),
})
/** A token that is none is told so by the server, in one way for every reason. */
const token = z.string(accountTexts.linkInvalid).check(z.maxLength(200, accountTexts.linkInvalid))
/** Of a link that was mailed to the address and proves it: it may be taken from an account that never did. */
const proof = z.optional(token)
export const RegisterBody = z.object({ username, email: email.check(mailable), password: newPassword, proof })

export const ForgotPasswordBody = z.object({ email })
export const ResetPasswordBody = z.object({
  token: z.string(accountTexts.resetLinkInvalid).check(z.maxLength(200, accountTexts.resetLinkInvalid)),
  newPassword,
})
/** To look where a mailed link leads, or to follow it. */
export const MailedLinkBody = z.object({ token })
/** What a profile may say; what its `username` may be depends on the present one: `profileBodyOf`. */
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
/** The same for the user whose name is `username` now. */
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
      z.minLength(1, accountTexts.newPasswordRequired),
      z.minLength(passwordMinimum.change, accountTexts.newPasswordShort),
      z.maxLength(passwordMaximum, accountTexts.passwordLong),
    ),
})

/**
 * What is known of an account's address. 'unverified': a link can be mailed there; 'unverifiable': this RollCall sends no
 * mail; 'missing': somebody else proved that it is theirs, and the account needs another.
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
 * What a link that proves an address leads to: 'verify' (verifyEmail) for the account that has it; 'move' (updateProfile, with
 * the link as proof) for the caller's account, which asked for it; 'take' (register, with the link as proof) for a new one;
 * 'verified': nothing is left to do.
 */
export const EmailLink = z.object({
  success: z.literal(true),
  email: z.string(),
  leadsTo: z.enum(['verify', 'move', 'take', 'verified']),
})
export type EmailLink = z.infer<typeof EmailLink>

export const AuthCheck = z.object({ isAuthenticated: z.boolean(), user: z.nullable(User) })
/** Where the user is signed in. `device` is for people: 'Chrome on Android'. `current`: the session that asks. */
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
