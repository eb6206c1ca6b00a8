// Where the browser begins on the public page: after the first cards are painted, so that nothing of the script is on the
// wire before them (performance.md section 6).
requestAnimationFrame(() =>
  setTimeout(() => {
    // The words are on their way together with the page that will ask for them.
    void import('#client/texts/en/shared.ts')
    void import('./hydrate.tsx')
  }),
)
