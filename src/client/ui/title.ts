// The page's title: what is shown, then whose app it is.
import { useEffect } from 'react'
import { t } from '#client/texts/t.ts'

/** Names the page in the browser's tab and to those who hear it; nothing while the name is unknown. */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    document.title = name === undefined ? t('app.name') : t('app.title', { name, app: t('app.name') })
  }, [name])
}
