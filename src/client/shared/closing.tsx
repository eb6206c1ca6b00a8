// The foot of both tabs: sponsors, an invitation to sign up, and other languages.
import type { Site } from '#contract/site.ts'
import { languageNames } from '#client/texts/language-names.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { buttonLook } from '#client/ui/button.tsx'
import { SponsorImage } from '#client/ui/sponsor-image.tsx'

export function Closing({ site }: { site: Site }) {
  return (
    <aside className="mt-4 grid gap-2.5 sm:grid-cols-2">
      <Sponsors site={site} />
      <section className="card flex flex-col items-start gap-2 p-4">
        <h2 className="text-lg font-bold">{t('shared.promotionTitle', { product: t('app.name') })}</h2>
        <p className="flex-1 text-base text-muted">{t('shared.promotionText')}</p>
        <a href="/auth?mode=signup" className={buttonLook('primary', 'mt-1 px-4')}>
          {t('shared.signUp')}
        </a>
      </section>
      <Languages />
    </aside>
  )
}

/** Plain links: the server renders the page in another language. */
function Languages() {
  return (
    <nav aria-label={t('nav.language')} className="flex flex-wrap justify-center gap-x-1 sm:col-span-2">
      {Object.entries(languageNames).map(([language, name]) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          aria-current={language === shownLanguage() ? 'page' : undefined}
          className="inline-flex min-h-11 items-center px-2.5 text-sm font-semibold text-muted aria-[current=page]:text-text"
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

/** Shows only links that are configured (decision D16). */
function Sponsors({ site: { sponsors, supportEmail, donationUrl } }: { site: Site }) {
  return (
    <section className="card flex flex-col gap-2 p-4">
      <h2 className="text-lg font-bold">{t('shared.sponsorsTitle')}</h2>
      <p className="text-base text-muted">{t('shared.sponsorsText')}</p>
      {sponsors.length > 0 && (
        <ul className="flex list-none flex-wrap gap-2">
          {sponsors.map(({ name, url, logoUrl }) => (
            <li key={name}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer sponsored"
                aria-label={t('shared.sponsorOf', { name })}
                className="flex h-14 w-35 items-center justify-center rounded-md border border-line bg-plate px-2 text-xs font-bold text-on-plate"
              >
                <SponsorImage name={name} logoUrl={logoUrl} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-x-2">
        {supportEmail !== null && (
          <a href={`mailto:${supportEmail}`} className={buttonLook('outline')}>
            {t('shared.becomeSponsor')}
          </a>
        )}
        {donationUrl !== null && (
          <a href={donationUrl} target="_blank" rel="noopener noreferrer" className={buttonLook('quiet')}>
            {t('shared.donate')}
          </a>
        )}
      </div>
    </section>
  )
}
