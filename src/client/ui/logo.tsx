// A tournament's logo, or the tournament's initials if there is no logo or it does not load. Only logos of our own origin are
// loaded: a list stored by an older version may contain others.
import { useState } from 'react'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase()

export function Logo({ url, name }: { url: string | null; name: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (!url?.startsWith('/') || url === failedUrl)
    return (
      <span
        aria-hidden
        className="grid size-14 shrink-0 place-items-center rounded-md bg-raised text-lg font-extrabold text-muted"
      >
        {initials(name)}
      </span>
    )
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      width={56}
      height={56}
      className="size-14 shrink-0 rounded-md bg-raised object-contain"
      onError={() => setFailedUrl(url)}
    />
  )
}
