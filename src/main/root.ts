import { join } from 'node:path'

/** The folder of the package. */
export const root = join(import.meta.dirname, '../..')
