// The head of the public page: title, link preview and styles. Not indexed, and without a referrer for linked sites
// (security.md L-05).
import type { SharedPageAssets, SharedPageData } from '#contract/shared-page.ts'
import { t } from '#client/texts/t.ts'
import { previewOf } from './preview.ts'

/** The size of the preview picture, in px; messengers do not crop pictures of this size. */
const picture = { width: '1200', height: '630' }

type Props = { data: SharedPageData; origin: string; assets: SharedPageAssets }

export function Head({ data, origin, assets }: Props) {
  const { state } = data
  const preview = state.kind === 'loaded' ? previewOf(state.rollCall, Date.parse(data.renderedAt)) : null
  const title = preview?.title ?? t('shared.unavailable')
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{t('app.title', { name: title, app: t('app.name') })}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="dark light" />
      <meta name="theme-color" content="#0e1116" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <script src="/theme.js" data-module={assets.script} />
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {preview && state.kind === 'loaded' && (
        <>
          <meta name="description" content={preview.description} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={t('app.name')} />
          <meta property="og:title" content={preview.title} />
          <meta property="og:description" content={preview.description} />
          <meta property="og:url" content={`${origin}/shared/${data.linkId}`} />
          <meta property="og:image" content={pictureAddress(origin, data, state.rollCall.version)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={picture.width} />
          <meta property="og:image:height" content={picture.height} />
          <meta property="og:image:alt" content={t('shared.previewImage', { title, text: preview.description })} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={preview.title} />
          <meta name="twitter:description" content={preview.description} />
          <meta name="twitter:image" content={pictureAddress(origin, data, state.rollCall.version)} />
        </>
      )}
    </head>
  )
}

/** The version in the address makes messengers with a picture cache fetch the current one. */
const pictureAddress = (origin: string, { linkId, language }: SharedPageData, version: string): string =>
  `${origin}/shared/${linkId}/preview.png?v=${encodeURIComponent(version)}${language === 'en' ? '' : `&lang=${language}`}`
