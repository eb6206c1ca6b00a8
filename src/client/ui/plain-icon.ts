// Draws the icons of lucide-react in place of its own `createLucideIcon`, whose settings nothing here uses and which weigh
// more than a dozen icons. `vite.config.ts` puts it there.
import { createElement, type SVGProps } from 'react'

type Drawing = { node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[] }
type Props = Omit<SVGProps<SVGSVGElement>, 'width' | 'height'> & { size?: number | string }

/** The component of one icon: an outline on 24 by 24, as large as `size` or its class says, hidden unless told otherwise. */
export function createIcon({ node }: Drawing) {
  return function Icon({ size = 24, color = 'currentColor', ...props }: Props) {
    const frame = {
      'aria-hidden': true,
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: color,
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    } as const
    return createElement('svg', { ...frame, ...props }, ...node.map(([tag, lines]) => createElement(tag, lines)))
  }
}
