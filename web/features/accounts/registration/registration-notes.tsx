import { useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import styles from '../account-form.module.css';
import type { SignInWays } from '../identity-api.ts';
import { useTranslations } from '../texts.ts';
import { useInvitation } from './use-invitation.ts';

/** Why there is no form for a new account. */
export const NoRegistrationNote = ({ registration }: Pick<SignInWays, 'registration'>) => {
  const t = useTranslations();
  return (
    <p className={styles['other']}>{t(registration === 'closed' ? 'registrationClosedNote' : 'invitationRequired')}</p>
  );
};

/** That the link of the page does not work. */
export const InvalidInvitationNotice = () => {
  const t = useTranslations();
  return useInvitation().isInvalid ? <Notice tone="danger">{t('invitationInvalid')}</Notice> : null;
};

/** After a request for an account: what happens now, and by which way the person hears of it. */
export const WaitingPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTranslations();
  const byMail = useAppSelector(({ authModal }) => authModal.approvalByMail);
  return (
    <div className={styles['form']}>
      <Notice tone="positive">{t(byMail ? 'approvalByMail' : 'approvalLater')}</Notice>
      <p className={styles['quiet']}>{t('approvalEnds')}</p>
      <Button size="l" wide data-autofocus autoFocus onClick={onClose}>
        {t('understood')}
      </Button>
    </div>
  );
};
