// When a link ends, in the language's long format with its weekday; in English that of the US (sharing-and-admin.md section 2).
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

/** 'Saturday, November 28, 2026 at 7:40 AM', by the viewer's own clock. `instant` is ISO. */
export const longDate = (instant: string): string => format().format(new Date(instant))
