// A sponsor's logo, or the name if there is no logo or it does not load. On a server-rendered page, loading may have failed before
// hydration, so the state of the image is checked then, too.
import { useState } from 'react'

export function SponsorImage({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (logoUrl === null || logoUrl === failedUrl) return <span className="text-center">{name}</span>
  const noteFailed = (image: HTMLImageElement | null): void => {
    if (image?.complete && image.naturalWidth === 0) setFailedUrl(logoUrl)
  }
  return (
    <img
      ref={noteFailed}
      src={logoUrl}
      alt=""
      loading="lazy"
      className="size-full object-contain"
      onError={() => setFailedUrl(logoUrl)}
    />
  )
}
