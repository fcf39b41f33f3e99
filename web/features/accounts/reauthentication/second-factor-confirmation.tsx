import { Skeleton } from '../../../ui/display/skeleton.tsx';
import styles from '../account-form.module.css';
import { ownAccountApi } from '../own-account/own-account-api.ts';
import { PasskeyButton } from '../second-factor/passkey-button.tsx';
import { secondFactorApi } from '../second-factor/second-factor-api.ts';
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx';
import { useTranslations } from '../second-factor/texts.ts';

/** Who has a second factor proves that one: a password may have been stolen with the session. */
export const SecondFactorConfirmation = ({ onConfirmed }: { readonly onConfirmed: () => void }) => {
  const [confirm, { isLoading }] = ownAccountApi.useReauthenticateMutation();
  const { data, isError } = secondFactorApi.useSecondFactorsQuery();
  const t = useTranslations();
  const prove = async (proof: Parameters<typeof confirm>[0]) => {
    const { data: done, error } = await confirm(proof);
    if (done) onConfirmed();
    return error;
  };
  if (!data && !isError) return <Skeleton lines={3} label={t('loading')} />;
  return (
    <div className={styles['form']}>
      {data && data.passkeys.length > 0 ? (
        <PasskeyButton onSignedIn={({ token }) => void prove({ sessionToken: token })} />
      ) : null}
      <SecondFactorForm
        offersApp={data?.totpSince !== null}
        offersRecovery
        send={(proof) => prove({ proof })}
        busy={isLoading}
      />
    </div>
  );
};
