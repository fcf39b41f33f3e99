import { CreditCard, Files, LogOut, Settings, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { usePaymentsEnabled } from '../../features/billing/pricing/use-plans.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu-list.tsx';
import { useActions } from '../use-actions.ts';
import { useTranslations } from '../texts.ts';
import styles from './account-sidebar.module.css';

/** What belongs to the account, behind the person's name. */
export const AccountMenu = ({ hasPanel, children }: { readonly hasPanel: boolean; readonly children: ReactNode }) => {
  const t = useTranslations();
  const actions = useActions();
  const isSelling = usePaymentsEnabled();
  const items: readonly (MenuItem | false)[] = [
    { id: 'settings', label: t('settings'), icon: <Settings />, onSelect: actions.openSettings },
    isSelling && {
      id: 'subscription',
      label: t('manageSubscription'),
      icon: <CreditCard />,
      onSelect: actions.openSubscription,
    },
    { id: 'files', label: t('fileManager'), icon: <Files />, onSelect: actions.openFiles },
    hasPanel && { id: 'admin', label: t('adminPanel'), icon: <ShieldCheck />, onSelect: actions.openAdmin },
    { id: 'out', label: t('signOut'), icon: <LogOut />, hasSeparator: true, onSelect: actions.signOut },
  ];
  return (
    <Menu
      label={t('account')}
      items={items.filter((item) => item !== false)}
      trigger={(props) => (
        <button {...props} type="button" className={styles['person']}>
          {children}
        </button>
      )}
    />
  );
};
