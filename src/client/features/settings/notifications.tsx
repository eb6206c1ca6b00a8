// Alerts in this browser: support, on and off, a test, and the preferences. Permission is requested only after a tap.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, BellRing, Share } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PushResponse } from '#contract/push.ts'
import { alertAbility, alertSettings, subscribedHere, turnAlertsOff, turnAlertsOn } from '#client/alerts/alerts.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { showToast } from '#client/ui/toast.ts'
import { AlertPreferences } from './alert-preferences.tsx'
import { NotLoaded } from './not-loaded.tsx'

export function Notifications({ userId }: { userId: number }) {
  const { data, isError, refetch } = useQuery(alertSettings)
  if (data) return <Alerts userId={userId} settings={data} />
  return <NotLoaded isError={isError} text={t('alerts.loadFailed')} onRetry={() => void refetch()} />
}

function Alerts({ userId, settings }: { userId: number; settings: PushResponse }) {
  const { device, publicKey, preferences } = settings
  const client = useQueryClient()
  const [ability, setAbility] = useState(alertAbility)
  // The server may still have a subscription whose permission was revoked.
  const { data: isSubscribedHere = true } = useQuery(subscribedHere)
  const isOn = device !== null && isSubscribedHere && ability === 'yes'
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on) await turnAlertsOff()
      return on && publicKey !== null ? turnAlertsOn(publicKey, userId, shownLanguage()) : null
    },
    retry: false,
    onSettled: async () => {
      setAbility(alertAbility())
      await client.invalidateQueries({ queryKey: subscribedHere.queryKey })
      await client.invalidateQueries({ queryKey: alertSettings.queryKey })
    },
  })
  const isFailing = isOn && device.failedAt !== null && (device.succeededAt ?? '') < device.failedAt
  return (
    <>
      <p className="text-base text-muted">{t('alerts.text')}</p>
      {publicKey === null || ability === 'no' ? (
        <Hint icon={<BellOff aria-hidden className="size-5 shrink-0" />} text={t('alerts.unsupported')} />
      ) : ability === 'home-screen' ? (
        <Hint icon={<Share aria-hidden className="size-5 shrink-0" />} text={t('alerts.homeScreen')} />
      ) : ability === 'denied' ? (
        <Hint icon={<BellOff aria-hidden className="size-5 shrink-0" />} text={t('alerts.denied')} />
      ) : (
        <Switch
          label={t('alerts.here')}
          text={change.isPending ? t('alerts.changing') : isOn ? <LastAlert device={device} /> : t('alerts.off')}
          isOn={isOn}
          isDisabled={change.isPending}
          onSwitch={(on) => change.mutate(on)}
        />
      )}
      {change.data === 'dismissed' && <Failure text={t('alerts.dismissed')} className="" />}
      {change.isError && <Failure text={t(change.variables ? 'alerts.onFailed' : 'alerts.offFailed')} className="" />}
      {isFailing && (
        <div className="flex flex-wrap items-center gap-2">
          <Failure text={t('alerts.dead')} className="" />
          <Button look="outline" disabled={change.isPending} onClick={() => change.mutate(true)}>
            {t('alerts.renew')}
          </Button>
        </div>
      )}
      {isOn && <TestButton />}
      {isOn && <AlertPreferences preferences={preferences} />}
    </>
  )
}

function Hint({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <p className="flex items-start gap-3 rounded-md bg-raised p-3 text-base">
      {icon}
      <span className="min-w-0">{text}</span>
    </p>
  )
}

const lastAlert = (age: string): string => t('alerts.last', { age })

const LastAlert = ({ device }: { device: NonNullable<PushResponse['device']> }) =>
  device.succeededAt === null ? t('alerts.none') : <Age at={device.succeededAt} sentence={lastAlert} />

/** Number of polls for the delivery of a test alert, and the interval between them, in ms. */
const polls = 20
const pollInterval = 1_000

function TestButton() {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: async () => {
      const before = client.getQueryData(alertSettings.queryKey)?.device
      await call('testAlert')
      for (let poll = 0; poll < polls; poll++) {
        await new Promise((resolve) => setTimeout(resolve, pollInterval))
        const { device } = await client.fetchQuery(alertSettings)
        if (device?.succeededAt !== before?.succeededAt || device?.failedAt !== before?.failedAt) return
      }
    },
    retry: false,
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('alerts.testFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
  })
  return (
    <Button
      look="outline"
      className="self-start px-5 text-base!"
      disabled={test.isPending}
      onClick={() => test.mutate()}
    >
      <BellRing aria-hidden className="size-4.5" />
      {test.isPending ? t('alerts.testing') : t('alerts.test')}
    </Button>
  )
}
