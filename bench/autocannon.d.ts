/** The little of autocannon that the benches use; it comes without types. */
declare module 'autocannon' {
  function autocannon(options: {
    url: string
    headers?: Record<string, string>
    connections: number
    /** In seconds. */
    duration: number
    workers: number
  }): Promise<{ requests: { average: number; total: number } }>
  export = autocannon
}
