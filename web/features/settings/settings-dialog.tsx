import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Tier, User } from '../../../src/contract/common.ts';
import type { Theme } from '../../state/ui-slice.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SettingRow as Row, SettingSection } from '../../ui/forms/setting-row.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import styles from './settings.module.css';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { useTranslations } from './texts.ts';

const PLAN_LABELS = { free: 'freePlan', basic: 'proPlan', premium: 'premiumPlan' } as const satisfies Readonly<
  Record<Tier, string>
>;

interface SettingsDialogProps {
  readonly user: User;
  readonly theme: Theme;
  readonly model: string;
  readonly onTheme: (theme: Theme) => void;
  readonly onSignOut: () => void;
  /** Answers false when the server did not end the sessions. */
  readonly onSignOutEverywhere: () => Promise<boolean>;
  readonly onVerify: () => void;
  readonly onClose: () => void;
  /** More of the look, after the theme. */
  readonly appearance?: ReactNode;
  /** The settings of other features, before the sign-out. */
  readonly children?: ReactNode;
}

const ThemeSwitch = ({ theme, onTheme }: Pick<SettingsDialogProps, 'theme' | 'onTheme'>) => {
  const t = useTranslations();
  return (
    <Switch label={t('darkTheme')} checked={theme === 'dark'} onChange={(dark) => onTheme(dark ? 'dark' : 'light')} />
  );
};

/** Who it is; and for an admin who acts as another tier, that this is so. */
const AccountNote = ({ user }: Pick<SettingsDialogProps, 'user'>) => {
  const t = useTranslations();
  return (
    <>
      {user.email ?? user.phoneNumber ?? ''}
      {user.override ? <span className={styles['emulating']}>{t('overrideActive')}</span> : null}
    </>
  );
};

/** What the signed-in person may set: the look, the model that answers, the account. */
export const SettingsDialog = ({
  user,
  theme,
  model,
  onTheme,
  onSignOut,
  onSignOutEverywhere,
  onVerify,
  onClose,
  appearance,
  children,
}: SettingsDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('settings')} onClose={onClose}>
      <SettingSection name="appearance" title={t('appearance')}>
        <Row label={t('darkTheme')}>
          <ThemeSwitch theme={theme} onTheme={onTheme} />
        </Row>
        {appearance}
      </SettingSection>
      <SettingSection name="model" title={t('aiModel')}>
        <Row label={t('model')}>
          <span className={styles['model']}>{model}</span>
        </Row>
      </SettingSection>
      <SettingSection name="account" title={t('account')}>
        <Row label={user.name} note={<AccountNote user={user} />}>
          <Badge tone="accent">{t(PLAN_LABELS[user.tier])}</Badge>
        </Row>
        {user.email === null || user.emailVerified ? null : (
          <Row label={t('notVerified')} note={t('notVerifiedNote')}>
            <Button size="s" onClick={onVerify}>
              {t('verify')}
            </Button>
          </Row>
        )}
      </SettingSection>
      {children}
      <div className={styles['leave']}>
        <Button size="l" wide icon={<LogOut />} onClick={onSignOut}>
          {t('signOut')}
        </Button>
        <SignOutEverywhere onSignOutEverywhere={onSignOutEverywhere} />
      </div>
    </Dialog>
  );
};
