/** The styles of the server's own pages, outside of the app; the colours are those of src/client/ui/tokens.css. */
export const plainStyle = `:root { color-scheme: dark light; font: 17px/1.5 system-ui, sans-serif }
body { max-width: 42rem; margin: 1.5rem auto; padding: 0 1rem; background: light-dark(#eef1f5, #0e1116); color: light-dark(#0d1117, #f3f5f8) }
h1, h2 { margin: 0; line-height: 1.25 }
a { display: inline-flex; align-items: center; min-height: 44px; color: light-dark(#0a58c2, #7ab8ff); overflow-wrap: anywhere }
a:focus-visible { outline: 3px solid; outline-offset: 2px }
`
