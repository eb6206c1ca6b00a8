// Alerts about this athlete, on or off; shown where this browser gets alerts at all.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { alertSettings, mayShowAlerts } from '#client/live/alerts.ts'
import { call } from '#client/live/call.ts'
import { CallError } from '#client/live/call-error.ts'
import { t } from '#client/texts/t.ts'
import { IconButton } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'

export function AlertBell({ athleteId, name }: { athleteId: number; name: string }) {
  const client = useQueryClient()
  const { data } = useQuery({ ...alertSettings, enabled: mayShowAlerts() })
  const change = useMutation({
    mutationFn: (on: boolean) => call('switchAlerts', { params: { id: athleteId }, body: { on } }),
    retry: false,
    onSuccess: (_, on) => {
      client.setQueryData(alertSettings.queryKey, (known) => {
        if (!known) return known
        const others = known.silenced.filter((id) => id !== athleteId)
        return { ...known, silenced: on ? others : [...others, athleteId] }
      })
      showToast({ title: t(on ? 'profile.alertsOn' : 'profile.alertsOff', { name }) })
    },
    onError: (error) =>
      showToast({
        kind: 'failure',
        title: t('profile.alertsFailed'),
        ...(error instanceof CallError && { text: error.sentence }),
      }),
  })
  if (!data?.device) return null
  const isOn = !data.silenced.includes(athleteId)
  const Icon = isOn ? Bell : BellOff
  return (
    <IconButton
      label={t('profile.alerts', { name })}
      aria-pressed={isOn}
      aria-disabled={change.isPending}
      onClick={() => !change.isPending && change.mutate(!isOn)}
    >
      <Icon aria-hidden className="size-5.5" />
    </IconButton>
  )
}
