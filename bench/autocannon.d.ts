/** The little of autocannon that the benches use; it comes without types. */
declare module 'autocannon' {
  function autocannon(options: {
    url: string
    headers?: Record<string, string>
    connections: number
    /** Of requests. */
    amount: number
    workers: number
  }): Promise<{
    /** In seconds. */
    duration: number
  }>
  export = autocannon
}
