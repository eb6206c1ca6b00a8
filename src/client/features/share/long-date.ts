// The expiry of a link in the language's long format with the weekday; US format in English (sharing-and-admin.md section 2).
import { perLanguage } from '#client/texts/t.ts'

const format = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
)

/** 'Saturday, November 28, 2026 at 7:40 AM', in the viewer's time zone. `instant` is ISO 8601. */
export const longDate = (instant: string): string => format().format(new Date(instant))
