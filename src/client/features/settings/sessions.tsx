// The user's sessions, each with a button to end it (quality/security.md S-08).
import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SignedIn } from '#contract/accounts.ts'
import { unknownDevice } from '#contract/device-name.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { ageText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { useNow } from '#client/ui/clock.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { showToast } from '#client/ui/toast.ts'

/** Number of sessions shown at first, so that the logout below needs little scrolling. */
const shownAtFirst = 5

export function Sessions() {
  const { queryClient, queries } = useLive()
  const { data, isError, refetch } = useQuery(queries.sessions)
  const intro = useRef<HTMLParagraphElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const hidden = showsAll ? 0 : Math.max(0, (data?.sessions.length ?? 0) - shownAtFirst)
  const end = useMutation({
    mutationFn: ({ id }: SignedIn) => call('endSession', { params: { id } }),
    retry: false,
    onSuccess: async (_, { id, device }) => {
      showToast({ title: t('settings.ended'), text: t('settings.endedText', { device: deviceText(device) }) })
      // The focused button is removed with its session, so the focus must be moved.
      intro.current?.focus()
      queryClient.setQueryData(queries.sessions.queryKey, (known) =>
        known ? { ...known, sessions: known.sessions.filter((session) => session.id !== id) } : known,
      )
      await queryClient.invalidateQueries({ queryKey: queries.sessions.queryKey })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('settings.endFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
  })
  return (
    <>
      <p ref={intro} tabIndex={-1} className="text-base text-muted outline-none">
        {t('settings.sessionsText')}
      </p>
      {end.isError && <Failure text={t('settings.endFailed')} className="" />}
      {data ? (
        <ul className="flex list-none flex-col gap-1">
          {thisDeviceFirst(data.sessions)
            .slice(0, showsAll ? undefined : shownAtFirst)
            .map((session) => (
              <li key={session.id}>
                <Session
                  session={session}
                  isEnding={end.isPending && end.variables.id === session.id}
                  onEnd={() => end.mutate(session)}
                />
              </li>
            ))}
        </ul>
      ) : isError ? (
        <div className="flex flex-wrap items-center gap-2">
          <Failure text={t('settings.sessionsFailed')} className="" />
          <Button look="outline" onClick={() => void refetch()}>
            {t('connection.tryAgain')}
          </Button>
        </div>
      ) : (
        <div aria-hidden className="h-14 animate-shimmer rounded-md bg-raised" />
      )}
      {hidden > 0 && (
        <Button look="outline" onClick={() => setShowsAll(true)}>
          {t('settings.sessionsMore', { count: hidden })}
        </Button>
      )}
    </>
  )
}

/** This device first, then the others in the server's order: last used first. */
const thisDeviceFirst = (sessions: readonly SignedIn[]): SignedIn[] =>
  [...sessions].sort((one, other) => Number(other.current) - Number(one.current))

/** Translates 'Chrome on Android'. */
function deviceText(name: string): string {
  const [browser = '', system] = name.split(' on ')
  if (system === undefined) return name === unknownDevice ? t('settings.unknownDevice') : name
  return t('settings.device', { browser, system })
}

type Props = { session: SignedIn; isEnding: boolean; onEnd: () => void }

function Session({ session: { device: name, current, lastUsedAt }, isEnding, onEnd }: Props) {
  const now = useNow()
  const device = deviceText(name)
  const Icon = /android|iphone|ipad|phone/i.test(name) ? Smartphone : Monitor
  return (
    <div className="flex min-h-14 items-center gap-3">
      <Icon aria-hidden className="size-5.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          <span className="min-w-0 break-words">{device}</span>
          {current && <Badge tone="ahead">{t('settings.thisDevice')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {current ? (
            t('settings.activeNow')
          ) : (
            <Age at={lastUsedAt} sentence={(age) => t('settings.lastUsed', { age })} />
          )}
        </p>
      </div>
      {!current && (
        <Button
          look="outline"
          disabled={isEnding}
          aria-label={t('settings.endOf', { device, age: ageText(now() - Date.parse(lastUsedAt)) })}
          onClick={onEnd}
        >
          {isEnding ? t('settings.ending') : t('settings.end')}
        </Button>
      )}
    </div>
  )
}
