import type { ReactNode } from 'react';

import type { Tier, User } from '../../../src/contract/common.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import styles from './settings.module.css';
import { useTranslations } from './texts.ts';

const PLAN_LABELS = { free: 'freePlan', basic: 'proPlan', premium: 'premiumPlan' } as const satisfies Readonly<
  Record<Tier, string>
>;

interface AccountSettingProps {
  readonly user: User;
  readonly onVerify: () => void;
  /** Null where nothing is sold. */
  readonly onSubscription: (() => void) | null;
  /** Where name and address are changed. */
  readonly children: ReactNode;
}

const PlanRow = ({ user, onSubscription }: Pick<AccountSettingProps, 'user' | 'onSubscription'>) => {
  const t = useTranslations();
  const note = user.override ? <span className={styles['emulating']}>{t('overrideActive')}</span> : null;
  return (
    <SettingRow label={<Badge tone="accent">{t(PLAN_LABELS[user.tier])}</Badge>} note={note}>
      {onSubscription ? (
        <Button size="s" onClick={onSubscription}>
          {t('manageSubscription')}
        </Button>
      ) : null}
    </SettingRow>
  );
};

/** Who it is, the address that proves it, and the plan. */
export const AccountSetting = ({ user, onVerify, onSubscription, children }: AccountSettingProps) => {
  const t = useTranslations();
  const { email, phoneNumber, emailVerified } = user;
  return (
    <>
      <SettingSection title={t('profile')}>
        {children}
        {phoneNumber === null ? null : <SettingRow label={t('phone')} note={<bdi>{phoneNumber}</bdi>} />}
        {email === null || emailVerified ? null : (
          <SettingRow label={t('notVerified')} note={t('notVerifiedNote')}>
            <Button size="s" onClick={onVerify}>
              {t('verify')}
            </Button>
          </SettingRow>
        )}
      </SettingSection>
      <SettingSection name="plan" title={t('plan')}>
        <PlanRow user={user} onSubscription={onSubscription} />
      </SettingSection>
    </>
  );
};
