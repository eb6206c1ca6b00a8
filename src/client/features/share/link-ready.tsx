// An active link: its address to copy or send, its title, its expiry, and its actions.
import { Check, Copy, ExternalLink, Share2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { shareTitleMaximum } from '#contract/share-title.ts'
import type { StoredShareLink } from '#client/offline/stored-share-link.ts'
import { t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { showToast } from '#client/ui/toast.ts'
import { ClaimRight } from './claim-right.tsx'
import { longDate } from './long-date.ts'
import { RenewAndDelete } from './renew-and-delete.tsx'
import type { Share } from './use-share-link.ts'

export function LinkReady({ link, share }: { link: StoredShareLink; share: Share }) {
  return (
    <div className="flex flex-col gap-3">
      <Address key={link.url} link={link} />
      <p className="text-base">
        <time dateTime={link.expiresAt}>{t('share.expires', { date: longDate(link.expiresAt) })}</time>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Send link={link} />
        <a
          href={link.url}
          target="_blank"
          rel="noopener"
          aria-label={t('share.previewLabel')}
          className={buttonLook('outline')}
        >
          {t('share.preview')}
          <ExternalLink aria-hidden className="size-4" />
        </a>
        <RenewAndDelete link={link} share={share} />
      </div>
      <ClaimRight share={share} />
      <Title link={link} share={share} />
    </div>
  )
}

/** Duration of the check mark after copying, in ms (sharing-and-admin.md section 9). */
const copiedShown = 2_000

function Address({ link }: { link: StoredShareLink }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copiedShown)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = async (): Promise<void> => {
    if (await copyText(link.url, field.current)) {
      setCopies(copies + 1)
      showToast({ title: t('share.copiedTitle'), text: t('share.copiedText') })
    } else {
      field.current?.select()
      showToast({ kind: 'failure', title: t('share.copyFailedTitle'), text: t('share.copyFailedText') })
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {t('share.link')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={link.url}
          onFocus={(event) => event.target.select()}
          className="h-12 min-w-0 flex-1 basis-48 rounded-md border border-line bg-ink px-3 text-lg text-ellipsis"
        />
        <Button
          aria-label={copies > 0 ? t('share.copied') : t('share.copy')}
          className="size-12"
          onClick={() => void copy()}
        >
          {copies > 0 ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
        </Button>
      </div>
    </div>
  )
}

/** Copies with the Clipboard API, else with the legacy command on the field; false if neither works. */
async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    try {
      return document.execCommand('copy')
    } catch {
      return false
    }
  }
}

/** The system's share dialog, if available. */
function Send({ link }: { link: StoredShareLink }) {
  if (typeof navigator.share !== 'function') return null
  const title = link.title || t('share.untitled')
  return (
    <Button
      onClick={() => {
        // Closing the dialog without sharing is not an error.
        navigator.share({ title, text: t('share.sendText', { title }), url: link.url }).catch(() => {})
      }}
    >
      <Share2 aria-hidden className="size-4" />
      {t('share.send')}
    </Button>
  )
}

function Title({ link, share: { save } }: { link: StoredShareLink; share: Share }) {
  const [typed, setTyped] = useState<string | null>(null)
  const title = typed ?? link.title
  return (
    <form
      className="flex items-end gap-2 border-t border-line/60 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (save.isPending) return
        // Text typed while saving stays in the field.
        const onSuccess = (): void => setTyped((current) => (current === typed ? null : current))
        save.mutate({ link, title }, { onSuccess })
      }}
    >
      <div className="-mb-3 min-w-0 flex-1">
        <Field
          label={t('share.titleLabel')}
          placeholder={t('share.titlePlaceholder')}
          maxLength={shareTitleMaximum}
          autoComplete="off"
          value={title}
          error={undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" look="outline" aria-disabled={save.isPending} className="min-h-12 px-4">
        {save.isPending ? t('share.saving') : t('share.save')}
      </Button>
    </form>
  )
}
