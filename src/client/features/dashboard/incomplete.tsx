// States how many of all matches are shown if some lack data, with a button that shows or hides those (decision D23).
import { CircleAlert } from 'lucide-react'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'

export function Incomplete(props: {
  shown: number
  total: number
  includesIncomplete: boolean
  onChange: (includesIncomplete: boolean) => void
}) {
  return (
    <Notice
      tone="plain"
      icon={<CircleAlert aria-hidden className="size-4 shrink-0 text-muted" />}
      action={
        <Button look="quiet" className="-mr-2" onClick={() => props.onChange(!props.includesIncomplete)}>
          {props.includesIncomplete ? t('matches.hide') : t('matches.show')}
        </Button>
      }
    >
      {t('matches.incomplete', { shown: props.shown, total: props.total })}
    </Notice>
  )
}
