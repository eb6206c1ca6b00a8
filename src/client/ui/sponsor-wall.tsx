// The sponsors' logos and the free places.
import { Link } from 'wouter'
import { t } from '#client/texts/t.ts'
import { SponsorImage } from './sponsor-image.tsx'

/** Number of places: two sponsors leave four free (sharing-and-admin.md section 9). */
const places = 6

type Sponsor = { name: string; url: string; logoUrl: string | null }

/** `sponsors` is undefined while loading: the wall then reserves its space. */
export function SponsorWall({
  sponsors,
  className,
  freePlaces = 'lead-to-sponsors',
  onLeave,
}: {
  sponsors: readonly Sponsor[] | undefined
  className: string
  /** Whether free places link to the sponsors' page; on that page itself they are only shown. */
  freePlaces?: 'lead-to-sponsors' | 'shown'
  /** Called when a free place's link is followed. */
  onLeave?: () => void
}) {
  const count = Math.max(0, places - (sponsors?.length ?? 0))
  return (
    <ul aria-label={t('nav.ourSponsors')} className={`grid list-none gap-2 ${className}`}>
      {sponsors?.map((sponsor) => (
        <li key={sponsor.name}>
          <SponsorLogo sponsor={sponsor} />
        </li>
      ))}
      {Array.from({ length: count }, (_, place) => (
        <li key={place}>
          {sponsors === undefined ? (
            <span className={shape} />
          ) : freePlaces === 'shown' ? (
            <span className={`${shape} ${free}`}>{t('nav.yourLogo')}</span>
          ) : (
            <Link
              href="/sponsors"
              onClick={onLeave}
              className={`${shape} ${free} transition-colors hover:border-accent hover:text-text`}
            >
              {t('nav.yourLogo')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const shape = 'flex aspect-5/2 min-h-11 w-full items-center justify-center overflow-hidden rounded-md'
const free = 'border border-dashed border-line text-xs font-semibold text-muted'

/** A logo on white in both themes, since most logos are designed for a white background. */
function SponsorLogo({ sponsor: { name, url, logoUrl } }: { sponsor: Sponsor }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer sponsored"
      aria-label={t('nav.sponsorOf', { name })}
      className={`${shape} border border-line bg-plate px-2 text-xs font-bold text-on-plate`}
    >
      <SponsorImage name={name} logoUrl={logoUrl} />
    </a>
  )
}
