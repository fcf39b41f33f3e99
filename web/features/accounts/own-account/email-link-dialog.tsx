import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useTranslations } from '../texts.ts';
import { ownAccountApi } from './own-account-api.ts';

interface LinkProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** Sets the new address after a click, because mail programs open links by themselves. */
const ConfirmDialog = ({ token, onClose }: LinkProps) => {
  const t = useTranslations();
  const [confirm, { data, error, isLoading }] = ownAccountApi.useConfirmEmailChangeMutation();
  return (
    <Dialog title={t('confirmEmailTitle')} size="s" description={data ? null : t('confirmEmailText')} onClose={onClose}>
      {error ? <Notice tone="danger">{getErrorMessage(error, t('emailLinkFailed'))}</Notice> : null}
      {data ? (
        <Notice tone="positive">
          {t.rich('emailChanged', { email: data.email, address: (inside) => <bdi>{inside}</bdi> })}
        </Notice>
      ) : (
        <Button wide size="l" variant="primary" data-autofocus busy={isLoading} onClick={() => void confirm(token)}>
          {t('useAddress')}
        </Button>
      )}
    </Dialog>
  );
};

const RestoreDialog = ({ token, onClose, onRestored }: LinkProps & Pick<EmailLinkDialogProps, 'onRestored'>) => {
  const t = useTranslations();
  const [undo, { error, isLoading }] = ownAccountApi.useUndoEmailChangeMutation();
  const restore = async (): Promise<void> => {
    const { data } = await undo(token);
    if (data) onRestored(data.resetToken);
  };
  return (
    <Dialog title={t('restoreEmailTitle')} size="s" description={t('restoreEmailText')} onClose={onClose}>
      {error ? <Notice tone="danger">{getErrorMessage(error, t('emailLinkFailed'))}</Notice> : null}
      <Button wide size="l" variant="primary" data-autofocus busy={isLoading} onClick={() => void restore()}>
        {t('restoreEmail')}
      </Button>
    </Dialog>
  );
};

interface EmailLinkDialogProps {
  readonly kind: 'email' | 'restore';
  readonly token: string;
  /** With the token that sets a new password. */
  readonly onRestored: (resetToken: string) => void;
  readonly onClose: () => void;
}

/** What the links of the mails about a changed address open. */
export const EmailLinkDialog = ({ kind, ...rest }: EmailLinkDialogProps) =>
  kind === 'email' ? <ConfirmDialog {...rest} /> : <RestoreDialog {...rest} />;
