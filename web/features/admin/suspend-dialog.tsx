import { peopleApi, type UserRow } from './people-api.ts';
import { usePeopleTexts } from './people-texts.ts';
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
  const t = usePeopleTexts();
  const [change] = peopleApi.useSuspendUserMutation();
  const who = userWord(user);
  const done = useTold(t(suspended ? 'isSuspended' : 'maySignIn', { who }), onClose);
  const of = useReasoned((reason) => change({ uid: user.uid, suspended, reason }), done);
  if (suspended)
    return (
      <ReasonDialog
        title={t('suspendTitle', { who })}
        text={t('suspendText')}
        action={t('suspend')}
        danger
        of={of}
        onClose={onClose}
      />
    );
  const why = user.suspended ? t('suspendedBy', { who: user.suspended.byName, reason: user.suspended.reason }) : '';
  return <ReasonDialog title={t('letInTitle', { who })} text={why} action={t('letIn')} of={of} onClose={onClose} />;
};
