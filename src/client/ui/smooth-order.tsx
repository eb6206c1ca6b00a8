// Animates a list that new data has reordered: its items slide from their old places to the new ones, so that nothing jumps and the
// layout does not shift.
import { Component, createRef, type ReactNode } from 'react'
import type { Moves } from './moves.ts'

type Props = {
  className: string
  /** Identifies the shown list, such as by its search term. A list with another scope is shown without animation. */
  scope: string
  children: ReactNode
}

export class SmoothOrder extends Component<Props> {
  readonly content = createRef<HTMLDivElement>()
  /** Loaded after the first render; without it, nothing is animated. */
  moves: Moves | undefined

  override componentDidMount(): void {
    import('./moves.ts').then(
      ({ Moves }) => (this.moves = new Moves()),
      () => undefined,
    )
  }

  override getSnapshotBeforeUpdate({ scope }: Props): null {
    this.moves?.begin(scope === this.props.scope ? this.content.current : null)
    return null
  }

  override componentDidUpdate(): void {
    this.moves?.end()
  }

  override render(): ReactNode {
    return (
      <div ref={this.content} className={this.props.className}>
        {this.props.children}
      </div>
    )
  }
}
