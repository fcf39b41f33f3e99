import { lazy } from 'react';

import { adminLeft, hasUnsaved } from '../../state/admin-slice.ts';
import { hasAdminPanel } from '../../state/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { openDialog } from '../router/navigation.ts';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { Refusal } from './lazy-admin-refusal.ts';

const AdminPanel = lazy(() =>
  import('../../features/admin/admin-panel.tsx').then(({ AdminPanel: component }) => ({ default: component })),
);

/**
 * For admins and auditors; the server checks the rights with each call. Left by Back, it stays until what
 * is unsaved was asked about.
 */
export const AdminDialog = () => {
  const dispatch = useAppDispatch();
  const close = useCloseDialog();
  const isAddressed = useAddress().at === 'admin';
  const user = useAppSelector(({ session }) => session.user);
  const tab = useAppSelector(({ admin }) => admin.tab);
  const dirty = useAppSelector(({ admin }) => hasUnsaved(admin));
  if (!user || !(isAddressed || dirty)) return null;
  if (!hasAdminPanel(user)) return isAddressed ? <Refusal onClose={close} /> : null;
  const leave = (): void => {
    dispatch(adminLeft());
    if (isAddressed) close();
  };
  return <AdminPanel isLeaving={!isAddressed} onStay={() => openDialog({ at: 'admin', tab })} onClose={leave} />;
};
