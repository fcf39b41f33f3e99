import { lazy } from 'react';

import { useAppSelector } from '../../state/store.ts';
import { useAddress } from '../router/use-address.ts';
import { useCloseDialog } from '../router/use-close-dialog.ts';
import { Refusal } from './lazy-admin-refusal.ts';

const SetupGuideDialog = lazy(() =>
  import('../../features/admin/setup/setup-dialog.tsx').then(({ SetupGuideDialog: component }) => ({
    default: component,
  })),
);

/** The owner's guide; only for admins. */
export const SetupGuide = () => {
  const close = useCloseDialog();
  const isAddressed = useAddress().at === 'setup';
  const user = useAppSelector(({ session }) => session.user);
  if (!user || !isAddressed) return null;
  return user.isAdmin ? <SetupGuideDialog onClose={close} /> : <Refusal onClose={close} />;
};
