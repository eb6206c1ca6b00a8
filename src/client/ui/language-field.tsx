// The choice of the app's language; each language is listed under its own name.
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { languageNames } from '#client/texts/language-names.ts'
import { chooseLanguage } from '#client/texts/language.ts'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { showToast } from '#client/ui/toast.ts'

const languages = Object.entries(languageNames) as [keyof typeof languageNames, string][]

export function LanguageField({ className = '' }: { className?: string }) {
  const language = useLanguage()
  const [isChanging, setIsChanging] = useState(false)
  const choose = async (value: string): Promise<void> => {
    const chosen = languages.find(([code]) => code === value)?.[0]
    if (!chosen) return
    setIsChanging(true)
    await chooseLanguage(chosen).catch(() =>
      showToast({ kind: 'failure', title: t('app.missingTitle'), text: t('app.missingText') }),
    )
    setIsChanging(false)
  }
  return (
    <label
      className={`flex min-h-11 items-center gap-3 rounded-md px-3 text-base font-semibold text-muted transition-colors hover:bg-raised hover:text-text ${className}`}
    >
      <Globe aria-hidden className="size-5 shrink-0" />
      <span className="sr-only">{t('nav.language')}</span>
      <select
        value={language}
        disabled={isChanging}
        onChange={(event) => void choose(event.target.value)}
        className="h-11 min-w-0 flex-1 cursor-pointer bg-transparent text-lg font-semibold text-inherit"
      >
        {languages.map(([code, name]) => (
          <option key={code} value={code} lang={code} className="bg-surface text-text">
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
