// The number of followed athletes, the readiness of their data, and recommendations.
import { TriangleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DiagnosticsReport } from '#contract/diagnostics.ts'
import { numberText } from '#client/texts/format.ts'
import { noteText } from '#client/texts/diagnostic-notes.ts'
import { t } from '#client/texts/t.ts'
import { Figure } from '#client/ui/figure.tsx'
import { Dot } from './marks.tsx'
import { readinessOrder, readinessText } from './readiness.ts'

type Props = { report: Pick<DiagnosticsReport, 'summary' | 'issues' | 'actions'> }

export function Overview({ report: { summary, issues, actions } }: Props) {
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5 *:first:max-sm:col-span-full sm:grid-cols-5">
        <Figure label={t('diagnostics.totalFollowed')} value={numberText(summary.totalFollowed)} />
        {readinessOrder.map((readiness) => (
          <Figure
            key={readiness}
            mark={<Dot readiness={readiness} />}
            label={readinessText(readiness)}
            value={numberText(summary[readiness])}
          />
        ))}
      </dl>
      {summary.judged < summary.totalFollowed && (
        <p className="text-base text-muted">{t('diagnostics.judged', { count: numberText(summary.judged) })}</p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Sentences
          id="issues"
          title={t('diagnostics.criticalIssues')}
          none={t('diagnostics.noIssues')}
          sentences={issues.map(noteText)}
          mark={<TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-late" />}
        />
        <Sentences
          id="actions"
          title={t('diagnostics.recommendedActions')}
          none={t('diagnostics.noActions')}
          sentences={actions.map(noteText)}
          mark={<Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />}
        />
      </div>
    </>
  )
}

type SentencesProps = { id: string; title: string; none: string; sentences: readonly string[]; mark: ReactNode }

function Sentences({ id, title, none, sentences, mark }: SentencesProps) {
  return (
    <section aria-labelledby={id} className="card flex flex-col gap-2 p-3">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {sentences.length === 0 ? (
        <p className="text-base text-muted">{none}</p>
      ) : (
        <ul className="flex list-none flex-col gap-2">
          {sentences.map((sentence) => (
            <li key={sentence} className="flex gap-2 text-base">
              {mark}
              <span className="min-w-0 wrap-anywhere">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
