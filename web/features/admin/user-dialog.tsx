import type { UserRow } from './people-api.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { UserLimitsDialog } from './user-limits-dialog.tsx';
import type { UserDeed } from './user-words.ts';

interface UserDialogProps {
  readonly deed: UserDeed;
  readonly user: UserRow;
  readonly onClose: () => void;
}

/** The dialog for what an admin is about to do to somebody. */
export const UserDialog = ({ deed, ...rest }: UserDialogProps) => {
  if (deed === 'limits') return <UserLimitsDialog {...rest} />;
  if (deed === 'grant') return <GrantDialog {...rest} />;
  if (deed === 'delete') return <DeleteUserDialog {...rest} />;
  return <SuspendDialog {...rest} suspended={deed === 'suspend'} />;
};
