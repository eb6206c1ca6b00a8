// The settings: username and email, password, alerts, steps of the day, sessions, theme, language, logout.
import type { User } from '#contract/accounts.ts'
import { t } from '#client/texts/t.ts'
import { Page, PageSection } from '#client/ui/page.tsx'
import { AccountActions } from './account-actions.tsx'
import { Notifications } from './notifications.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Sessions } from './sessions.tsx'
import { StepPreferences } from './step-preferences.tsx'

type Props = { user: User; onLogOut: () => void; isLoggingOut: boolean }

export function SettingsScreen({ user, onLogOut, isLoggingOut }: Props) {
  return (
    <Page title={t('settings.title')}>
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          <PageSection title={t('settings.information')}>
            <ProfileForm user={user} />
          </PageSection>
          <PageSection title={t('settings.password')}>
            <PasswordForm email={user.emailStatus === 'missing' ? '' : user.email} />
          </PageSection>
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <PageSection title={t('alerts.title')}>
            <Notifications userId={user.id} />
          </PageSection>
          <PageSection title={t('steps.title')}>
            <StepPreferences />
          </PageSection>
          <PageSection title={t('settings.sessions')}>
            <Sessions />
          </PageSection>
          <PageSection title={t('settings.actions')}>
            <AccountActions onLogOut={onLogOut} isLoggingOut={isLoggingOut} />
          </PageSection>
        </div>
      </div>
    </Page>
  )
}
