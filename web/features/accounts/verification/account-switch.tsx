import { useState } from 'react';

import { useAppStore } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { identityApi } from '../identity-api.ts';
import { useTranslations } from '../texts.ts';

interface AccountSwitch {
  readonly token: string;
  /** Who is signed in here, and whose account the link is for. */
  readonly current: string;
  readonly other: string;
}

/**
 * Finds out whose a mailed link is before it is used: it never changes who is signed in without
 * a click that names both.
 */
export const useAccountSwitchCheck = (purpose: 'verify-email' | 'reset-password') => {
  const store = useAppStore();
  const [pendingSwitch, setPendingSwitch] = useState<AccountSwitch | null>(null);
  const [readLink, { isLoading }] = identityApi.useReadLinkMutation();
  const checkLink = async (token: string): Promise<'same' | 'other' | { readonly error: unknown }> => {
    const { user } = store.getState().session;
    if (user === null) return 'same';
    const link = await readLink({ token, purpose });
    if (!link.data) return { error: link.error };
    if (link.data.uid === user.uid) return 'same';
    setPendingSwitch({ token, current: user.email ?? user.phoneNumber ?? user.name, other: link.data.email ?? '' });
    return 'other';
  };
  return { look: checkLink, asked: pendingSwitch, reset: () => setPendingSwitch(null), busy: isLoading };
};

interface AccountSwitchPromptProps extends Omit<AccountSwitch, 'token'> {
  readonly onSwitch: () => void;
  readonly onStay: () => void;
}

/** The question, and both answers by name. */
export const AccountSwitchPrompt = ({ current, other, onSwitch, onStay }: AccountSwitchPromptProps) => {
  const t = useTranslations();
  return (
    <div className={styles['form']}>
      <p role="status" className={styles['lead']}>
        {t.rich('otherAccount', {
          current,
          other,
          address: (inside) => <bdi className={styles['address']}>{inside}</bdi>,
        })}
      </p>
      <Button variant="primary" size="l" wide onClick={onSwitch}>
        {t('switchAccount', { other })}
      </Button>
      <Button size="l" wide onClick={onStay}>
        {t('stayAccount', { current })}
      </Button>
    </div>
  );
};
