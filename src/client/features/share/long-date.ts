// When a link ends, in long US format with its weekday (sharing-and-admin.md section 2).

const format = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Saturday, November 28, 2026 at 7:40 AM', by the viewer's own clock. `instant` is ISO. */
export const longDate = (instant: string): string => format.format(new Date(instant))
