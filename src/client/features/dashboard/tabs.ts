// The dashboard's three tabs and their addresses.

const tabs = ['matches', 'athletes', 'tournaments'] as const
export type DashboardTab = (typeof tabs)[number]

const key = 'activeTab'

/** The tab that a query string asks for; null when it asks for none. */
export function tabIn(search: string): DashboardTab | null {
  const asked = new URLSearchParams(search).get('tab')
  return tabs.find((tab) => tab === asked) ?? null
}

/** Where a tab is found; matches are what the dashboard opens with. */
export const tabAddress = (tab: DashboardTab): string => (tab === 'matches' ? '/' : `/?tab=${tab}`)

/** Keeps the tab for this session: the dashboard starts there when no tab is asked for. */
export function rememberTab(tab: DashboardTab): void {
  try {
    sessionStorage.setItem(key, tab)
  } catch {
    // Without storage the dashboard starts with the matches.
  }
}

/** The tab remembered in this session; matches when there is none. */
export function rememberedTab(): DashboardTab {
  try {
    return tabs.find((tab) => tab === sessionStorage.getItem(key)) ?? 'matches'
  } catch {
    return 'matches'
  }
}
