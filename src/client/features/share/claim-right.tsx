// The switch that lets visitors with the link claim matches (docs/decisions/037).
import { t } from '#client/texts/t.ts'
import { Switch } from '#client/ui/switch.tsx'
import type { Share } from './use-share-link.ts'

/** Renders nothing until the server has answered whether the link gives the right. */
export function ClaimRight({ share: { mayClaim, setRight } }: { share: Share }) {
  if (mayClaim === undefined) return null
  const isOn = setRight.isPending ? setRight.variables : mayClaim
  return (
    <div className="border-t border-line/60 pt-1">
      <Switch
        label={t('share.claims')}
        text={t('share.claimsText')}
        isOn={isOn}
        isDisabled={setRight.isPending}
        onSwitch={(next) => setRight.mutate(next)}
      />
    </div>
  )
}
