// The document title: the screen's name, then the app's.
import { useEffect } from 'react'
import { t } from '#client/texts/t.ts'

/** Sets the document title; to the app's name alone while the screen's name is undefined. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name === undefined ? t('app.name') : t('app.title', { name, app: t('app.name') })
  }, [name])
}
