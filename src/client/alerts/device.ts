// What kind of device this is, where its browser tells in no other way what it can do.

/** An iPhone or iPad. The latter say that they are Macs, which have no touch screen. */
export const isIphone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whether this page was opened from the home screen, without a browser around it. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
