import { adminApi, type UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';
import { ReasonDialog, useReasonForm } from './reason-dialog.tsx';
import { useCloseWithToast } from './use-close-with-toast.ts';
import { getUserLabel } from './user-label.ts';

interface SuspendDialogProps {
  readonly user: UserRow;
  readonly suspended: boolean;
  readonly onClose: () => void;
}

/** Keeps somebody out, or lets them in again. */
export const SuspendDialog = ({ user, suspended, onClose }: SuspendDialogProps) => {
  const t = useUsersTranslations();
  const [change] = adminApi.useSuspendUserMutation();
  const who = getUserLabel(user);
  const done = useCloseWithToast(t(suspended ? 'isSuspended' : 'maySignIn', { who }), onClose);
  const form = useReasonForm((reason) => change({ uid: user.uid, suspended, reason }), done);
  if (suspended)
    return (
      <ReasonDialog
        title={t('suspendTitle', { who })}
        text={t('suspendText')}
        action={t('suspend')}
        danger
        form={form}
        onClose={onClose}
      />
    );
  const text = user.suspended ? t('suspendedBy', { who: user.suspended.byName, reason: user.suspended.reason }) : '';
  return (
    <ReasonDialog title={t('letInTitle', { who })} text={text} action={t('letIn')} form={form} onClose={onClose} />
  );
};
