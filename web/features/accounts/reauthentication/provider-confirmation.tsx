import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { identityApi } from '../identity-api.ts';
import { RefusalNotice } from '../refusal.tsx';
import { useGoogleSignIn } from '../sign-in/use-google-sign-in.ts';
import { MailedLink } from '../own-account/mailed-link.tsx';
import { useTranslations } from '../texts.ts';
import { useConfirmation } from './use-confirmation.ts';

interface ProviderConfirmationProps {
  readonly email: string | null;
  readonly onConfirmed: () => void;
}

/** For an account without a password: another sign-in at its provider, or a first password by mail. */
export const ProviderConfirmation = ({ email, onConfirmed }: ProviderConfirmationProps) => {
  const t = useTranslations();
  const { data: ways } = identityApi.useSignInWaysQuery();
  const { confirm, refusal, busy } = useConfirmation(onConfirmed);
  const google = useGoogleSignIn(({ token }) => void confirm({ sessionToken: token }));
  return (
    <div className={styles['form']}>
      <RefusalNotice refusal={refusal ?? google.refusal} secondsLeft={0} />
      {ways?.google ? (
        <Button wide size="l" variant="primary" data-autofocus busy={google.waiting || busy} onClick={google.signIn}>
          {t('withGoogle')}
        </Button>
      ) : null}
      {email === null ? null : <MailedLink email={email} />}
    </div>
  );
};
