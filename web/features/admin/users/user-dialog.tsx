import type { UserRow } from '../shared/admin-api.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { GrantTierDialog } from './grant-tier-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { UserLimitsDialog } from './user-limits-dialog.tsx';
import type { UserAction } from './user-label.ts';

interface UserDialogProps {
  readonly action: UserAction;
  readonly user: UserRow;
  readonly onClose: () => void;
}

/** The dialog for what an admin is about to do to somebody. */
export const UserDialog = ({ action, ...rest }: UserDialogProps) => {
  if (action === 'limits') return <UserLimitsDialog {...rest} />;
  if (action === 'grant') return <GrantTierDialog {...rest} />;
  if (action === 'delete') return <DeleteUserDialog {...rest} />;
  return <SuspendDialog {...rest} suspended={action === 'suspend'} />;
};
