// The place for the pill with held changes (updates-pill.tsx), in the sticky head of a screen. Not in the pill's file, which is
// loaded when it is needed.
export const PillPlace = () => <div data-pill-place className="ml-auto flex empty:hidden" />
