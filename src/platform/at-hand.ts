/** A value that is usually there already, and only sometimes has to be waited for. */
export type AtHand<Value> = Value | Promise<Value>

/**
 * What `use` makes of a value: at once where it is at hand, else when it comes. For what thousands ask for each second:
 * a promise for each of them costs more than most of their answers.
 */
export const whenAtHand = <Value, Result>(
  value: AtHand<Value>,
  use: (value: Value) => AtHand<Result>,
): AtHand<Result> => (value instanceof Promise ? value.then(use) : use(value))
