// A stored source page that could not be read, as plain text, never rendered (quality/security.md X-01).
import { useQuery } from '@tanstack/react-query'
import { CallError } from '#client/requests/call-error.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { storedPageQuery } from './queries.ts'

export function StoredPageDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(storedPageQuery(id))
  return (
    <Dialog title={t('admin.storedPage')} shape="page" onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-4 pb-4">
        {isPending && <Spinner label={t('admin.storedLoading')} className="flex-1" />}
        {error && (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-base font-semibold text-live">
            {(error instanceof CallError && error.sentence) || t('admin.storedFailed')}
            <Button look="outline" onClick={() => void refetch()}>
              {t('connection.tryAgain')}
            </Button>
          </div>
        )}
        {data && (
          <>
            <p className="text-base">
              {data.key} · <Age at={data.at} />
            </p>
            {data.problems.length > 0 && (
              <ul className="list-disc pl-4.5 text-sm text-late">
                {data.problems.map((problem, place) => (
                  <li key={place}>{problem}</li>
                ))}
              </ul>
            )}
            {data.body.length < data.length && (
              <p className="text-sm text-muted">
                {t('admin.storedCut', { shown: data.body.length, length: data.length })}
              </p>
            )}
            <textarea
              readOnly
              spellCheck={false}
              aria-label={t('admin.storedBody')}
              value={data.body}
              className="min-h-60 w-full flex-1 resize-none rounded-md border border-line bg-ink p-3 text-lg"
              style={{ fontFamily: 'ui-monospace, monospace' }}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
