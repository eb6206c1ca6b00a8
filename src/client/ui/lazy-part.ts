// A part of a screen that is loaded after the rest.
import { type ComponentType, lazy } from 'react'

const nothing = (): null => null

/** Shows `otherwise`, by default nothing, if the part cannot be loaded. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props> = nothing,
) => lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: await load().catch(() => otherwise) }))
