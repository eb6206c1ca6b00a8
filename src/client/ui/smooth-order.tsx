// Lets what the server moves glide to its new place: a list that changes its order by itself neither jumps nor shifts the layout.
import { Component, createRef, type ReactNode } from 'react'
import type { Moves } from './moves.ts'

type Props = {
  className: string
  /** Identifies what is shown, such as by the search term. What the user changes is shown at once. */
  scope: string
  children: ReactNode
}

export class SmoothOrder extends Component<Props> {
  readonly content = createRef<HTMLDivElement>()
  /** Loaded after the first render; without it, nothing glides. */
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
