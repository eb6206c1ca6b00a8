// The frame of the login page and of the emailed links' screens: the brand, and a card with one form.
import { type ReactNode, type Ref, useId } from 'react'
import { t } from '#client/texts/t.ts'
import { Brand } from '#client/ui/brand.tsx'
import { LanguageField } from '#client/ui/language-field.tsx'
import { useTitle } from '#client/ui/title.ts'

type Props = {
  /** The document title; defaults to the heading. */
  pageTitle?: string
  title: string
  /** The heading; it receives the focus when the card changes. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function AuthFrame({ pageTitle, title, headingRef, children }: Props) {
  const id = useId()
  useTitle(pageTitle ?? title)
  return (
    <main className="flex min-h-dvh justify-center px-4 pt-[min(14vh,8rem)] pb-8">
      <div className="w-full max-w-100">
        <div className="mb-6 flex flex-col items-center gap-1 text-center">
          <Brand />
          <p className="text-base text-muted">{t('auth.tagline')}</p>
        </div>
        <section aria-labelledby={id} className="card px-4 pt-5 pb-3 sm:px-6">
          <h1 id={id} ref={headingRef} tabIndex={-1} className="mb-4 text-xl font-bold outline-none">
            {title}
          </h1>
          {children}
        </section>
        <LanguageField className="mx-auto mt-3 w-fit" />
      </div>
    </main>
  )
}
