// Before there is a link in this browser: a title if one likes, and the button that makes it.
import { useState } from 'react'
import { shareTitleMaximum } from '#contract/share-title.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { elsewhereText, type Share } from './use-share-link.ts'

export function NewLink({ share }: { share: Share }) {
  const { elsewhere, lastTitle, generate } = share
  const [typed, setTyped] = useState<string | null>(null)
  const title = typed ?? elsewhere?.title ?? lastTitle
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (!generate.isPending) generate.mutate(title)
      }}
    >
      <Field
        label={t('share.titleLabel')}
        placeholder={t('share.titlePlaceholder')}
        maxLength={shareTitleMaximum}
        autoComplete="off"
        value={title}
        error={undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" aria-disabled={generate.isPending} className="min-h-12 self-start px-5">
        {generate.isPending ? t('share.generating') : elsewhere ? t('share.replace') : t('share.generate')}
      </Button>
      {/* Beneath, for it comes when the server has told of it: nothing moves under a finger. */}
      {elsewhere && (
        <div className="mt-3 rounded-md bg-raised p-3">
          <h3 className="text-base font-bold">{t('share.elsewhereTitle')}</h3>
          <p className="mt-1 text-base text-muted">
            {elsewhereText(elsewhere)} {t('share.elsewhereText')}
          </p>
        </div>
      )}
    </form>
  )
}
