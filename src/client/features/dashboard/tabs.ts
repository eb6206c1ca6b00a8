// The dashboard's three tabs and their addresses.

const tabs = ['matches', 'athletes', 'tournaments'] as const
export type DashboardTab = (typeof tabs)[number]

const key = 'activeTab'

/** The tab in a query string; null if it names none. */
export function tabIn(search: string): DashboardTab | null {
  const requested = new URLSearchParams(search).get('tab')
  return tabs.find((tab) => tab === requested) ?? null
}

/** A tab's address; the matches tab is the default. */
export const tabAddress = (tab: DashboardTab): string => (tab === 'matches' ? '/' : `/?tab=${tab}`)

/** Stores the tab for this browser session: the default of an address without a tab. */
export function rememberTab(tab: DashboardTab): void {
  try {
    sessionStorage.setItem(key, tab)
  } catch {
    // Without storage the dashboard starts with the matches tab.
  }
}

/** The stored tab of this browser session, else matches. */
export function rememberedTab(): DashboardTab {
  try {
    return tabs.find((tab) => tab === sessionStorage.getItem(key)) ?? 'matches'
  } catch {
    return 'matches'
  }
}
