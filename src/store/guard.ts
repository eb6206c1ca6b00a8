/** A surprising reading that was not recorded yet, and how often the page has said the same since. */
export type Doubt = {
  kind: 'empty' | 'drop' | 'regress'
  /** What it would take away; another loss is another doubt. */
  loss: string
  times: number
  /** Fetch times (epoch ms) of the first and the last reading that said so. */
  first: number
  last: number
}
