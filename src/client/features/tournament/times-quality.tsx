// How good the estimates of the tournament's ended days were.
import type { EstimateQuality } from '#contract/tournaments.ts'
import { t } from '#client/texts/t.ts'

/** The share of starts inside their windows, and the median errors of published and estimated times, in minutes. */
export function TimesQuality({ quality }: { quality: EstimateQuality }) {
  const { matches, inside, publishedError, estimateError } = quality
  return (
    <section aria-labelledby="times" className="flex flex-col gap-1 px-3 sm:px-5">
      <h2 id="times" className="text-lg font-bold">
        {t('tournament.timesTitle')}
      </h2>
      <p className="text-base">{t('tournament.timesInside', { count: matches, percent: Math.round(inside * 100) })}</p>
      <p className="text-base">
        {t('tournament.timesError', { published: Math.round(publishedError), estimated: Math.round(estimateError) })}
      </p>
      <p className="text-sm text-muted">{t('tournament.timesHow')}</p>
    </section>
  )
}
