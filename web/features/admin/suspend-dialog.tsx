import { peopleApi, type UserRow } from './people-api.ts';
import { ReasonDialog, useReasoned } from './reason-dialog.tsx';
import { useTold } from './use-told.ts';
import { userWord } from './user-words.ts';

interface SuspendDialogProps {
  readonly user: UserRow;
  readonly suspended: boolean;
  readonly onClose: () => void;
}

/** Keeps somebody out, or lets them in again. */
export const SuspendDialog = ({ user, suspended, onClose }: SuspendDialogProps) => {
  const [change] = peopleApi.useSuspendUserMutation();
  const who = userWord(user);
  const done = useTold(suspended ? `${who} is suspended` : `${who} may sign in again`, onClose);
  const of = useReasoned((reason) => change({ uid: user.uid, suspended, reason }), done);
  return suspended
    ? <ReasonDialog title={`Suspend ${who}?`} text="Sign-in is refused. Sessions, API keys and running replies end within seconds." action="Suspend" danger of={of} onClose={onClose} />
    : <ReasonDialog title={`Let ${who} in again?`} text={user.suspended ? `Suspended by ${user.suspended.byName}: ${user.suspended.reason}` : ''} action="Let in again" of={of} onClose={onClose} />;
};
