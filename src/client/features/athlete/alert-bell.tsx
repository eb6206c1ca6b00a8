// Switches alerts about this athlete. The first tap requests the browser's permission.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, BellRing } from 'lucide-react'
import { Link } from 'wouter'
import { alertAbility, alertSettings, type Permission, subscribedHere, turnAlertsOn } from '#client/alerts/alerts.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { shownLanguage, t } from '#client/texts/t.ts'
import { IconButton } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'

type Props = { athleteId: number; name: string }

export function AlertBell({ athleteId, name }: Props) {
  const ability = alertAbility()
  const { data: user } = useQuery(useLive().queries.user)
  const { data } = useQuery({ ...alertSettings, enabled: ability === 'yes' })
  const { data: isSubscribedHere } = useQuery({ ...subscribedHere, enabled: ability === 'yes' })
  if (ability === 'home-screen') return <LinkToSettings name={name} />
  if (!user || !data || data.publicKey === null || isSubscribedHere === undefined) return null
  const isOn = data.device !== null && isSubscribedHere && Notification.permission === 'granted'
  const state = !isOn ? 'none' : data.silenced.includes(athleteId) ? 'silenced' : 'on'
  return <Toggle athleteId={athleteId} name={name} state={state} publicKey={data.publicKey} userId={user.id} />
}

/** `none`: alerts are off in this browser. */
type State = 'none' | 'silenced' | 'on'
const icons = { none: Bell, silenced: BellOff, on: BellRing }

type ToggleProps = Props & { state: State; publicKey: string; userId: number }

function Toggle({ athleteId, name, state, publicKey, userId }: ToggleProps) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async (): Promise<'on' | 'off' | Permission> => {
      const permission = state === 'none' ? await turnAlertsOn(publicKey, userId, shownLanguage()) : 'granted'
      if (permission !== 'granted') return permission
      const on = state !== 'on'
      await call('switchAlerts', { params: { id: athleteId }, body: { on } })
      return on ? 'on' : 'off'
    },
    retry: false,
    onSuccess: (outcome) => {
      if (outcome === 'denied') showToast({ kind: 'failure', title: t('profile.alertsRefused') })
      else if (outcome === 'dismissed') showToast({ kind: 'failure', title: t('profile.alertsDismissed') })
      else showToast({ title: t(outcome === 'on' ? 'profile.alertsOn' : 'profile.alertsOff', { name }) })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('profile.alertsFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: subscribedHere.queryKey })
      await client.invalidateQueries({ queryKey: alertSettings.queryKey })
    },
  })
  const Icon = icons[state]
  return (
    <IconButton
      label={t('profile.alerts', { name })}
      aria-pressed={state === 'on'}
      aria-disabled={change.isPending}
      onClick={() => !change.isPending && change.mutate()}
    >
      <Icon aria-hidden className={`size-5.5 ${state === 'on' ? 'text-accent' : ''}`} />
    </IconButton>
  )
}

/** In place of the switch on an iPhone outside the installed app: the settings explain what alerts require. */
const LinkToSettings = ({ name }: { name: string }) => (
  <Link
    href="/profile"
    aria-label={t('profile.alerts', { name })}
    className="inline-flex size-[44px] shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-raised hover:text-text"
  >
    <Bell aria-hidden className="size-5.5" />
  </Link>
)
