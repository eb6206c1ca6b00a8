// A labelled form field with its hint and error; passwords can be shown.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '#client/texts/t.ts'

type Props = ComponentProps<'input'> & { label: string; hint?: ReactNode; error: string | undefined }

export function Field({ label, hint, error, type, ...input }: Props) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const isPassword = type === 'password'
  const note = error ?? hint
  return (
    <div className="mb-3">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          type={isPassword && isShown ? 'text' : type}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={`h-12 w-full rounded-md border border-line bg-ink px-3 text-lg text-ellipsis aria-invalid:border-live ${isPassword ? 'pr-12' : ''}`}
          {...input}
        />
        {isPassword && (
          <button
            type="button"
            aria-label={isShown ? t('field.hidePassword') : t('field.showPassword')}
            aria-pressed={isShown}
            className="absolute top-0.5 right-0.5 inline-flex size-11 items-center justify-center text-muted hover:text-text"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
          </button>
        )}
      </div>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          role={error === undefined ? undefined : 'alert'}
          className={`mt-1 text-sm ${error === undefined ? 'text-muted' : 'font-semibold text-live'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}

/** The rule for a new password, after the least number of its characters, which differs between the forms. */
export const PasswordHint = ({ least }: { least: string }) => (
  <>
    <span className="block">{least}</span>
    <span className="block">{t('field.passwordRule')}</span>
  </>
)
