/** Moves the focus away from an element that is about to disappear: to `target`, or to the content of the page. */
export function moveFocus(target?: HTMLElement | null): void {
  const next = target ?? document.getElementById('content')
  next?.focus({ preventScroll: true })
}
