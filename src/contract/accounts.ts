// Accounts: what register, login and the current user say. Texts of refusals are the specification's (core.md section 5).
import * as z from 'zod/mini'

/** Password minimums: 8 at signup and reset, 6 at profile change (core.md section 5, decision D3). */
const passwordMinimum = { signup: 8, reset: 8, change: 6 } as const
const passwordMaximum = 256

export const accountTexts = {
  email: 'Please enter a valid email',
  passwordRequired: 'Password is required',
  passwordShort: 'Password must be at least 8 characters long',
  passwordsDiffer: "Passwords don't match",
  passwordLong: 'Password must be at most 256 characters long.',
  passwordCommon: 'This password is too easy to guess. Please choose another.',
  username: 'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.',
  usernameRequired: 'Username is required.',
  usernameTaken: 'This username is taken.',
  emailRequired: 'Email is required.',
} as const

const email = z.string().check(z.trim(), z.maxLength(254, accountTexts.email), z.email(accountTexts.email))
/** quality/security.md W8. */
const username = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1, accountTexts.usernameRequired),
    z.regex(/^[\p{L}\p{M}\p{N}_.\- ]{1,40}$/u, accountTexts.username),
  )
const newPassword = z
  .string()
  .check(
    z.minLength(passwordMinimum.signup, accountTexts.passwordShort),
    z.maxLength(passwordMaximum, accountTexts.passwordLong),
  )

/** The field `username` holds the e-mail (core.md section 7). */
export const LoginBody = z.object({
  username: email,
  password: z
    .string()
    .check(z.minLength(1, accountTexts.passwordRequired), z.maxLength(passwordMaximum, accountTexts.passwordLong)),
  rememberMe: z._default(z.boolean(), false),
})
export const RegisterBody = z.object({ username, email, password: newPassword })

export const User = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'superadmin']),
  createdAt: z.string(),
})
export type User = z.infer<typeof User>

export const AuthCheck = z.object({ isAuthenticated: z.boolean(), user: z.nullable(User) })
export const Done = z.object({ success: z.literal(true), message: z.optional(z.string()) })
