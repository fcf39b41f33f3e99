import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { identityApi } from '../identity-api.ts';
import { RefusalNotice } from '../refusal.tsx';
import { ownAccountApi } from '../own-account/own-account-api.ts';
import { MailedLink } from '../own-account/mailed-link.tsx';
import { BrandIcon, ProviderIcon } from '../sign-in/brand-icon.tsx';
import { FIREBASE, useProviderPopup } from '../sign-in/use-provider-sign-in.ts';
import { useTranslations } from '../texts.ts';
import { useConfirmation } from './use-confirmation.ts';

interface ProviderConfirmationProps {
  readonly email: string | null;
  readonly onConfirmed: () => void;
}

/** The providers that sign in to this account; all, where none is known. */
const useOwnProviders = () => {
  const { data: ways } = identityApi.useSignInWaysQuery();
  const { data: linked } = ownAccountApi.useLinkedWaysQuery();
  const own = linked?.identities ?? [];
  const isOwn = (id: string | null): boolean => own.length === 0 || own.some(({ provider }) => provider === id);
  return { google: ways?.google === true && isOwn(null), providers: ways?.oidc.filter(({ id }) => isOwn(id)) ?? [] };
};

/** For an account without a password: a proof by its provider, or a first password by mail. */
export const ProviderConfirmation = ({ email, onConfirmed }: ProviderConfirmationProps) => {
  const t = useTranslations();
  const { google, providers } = useOwnProviders();
  const { confirm, refusal, busy } = useConfirmation(onConfirmed);
  const popup = useProviderPopup((result) =>
    confirm('token' in result ? { firebaseToken: result.token } : { providerCode: result.code }),
  );
  const button = { wide: true, size: 'l', variant: 'primary' } as const;
  return (
    <div className={styles['form']}>
      <RefusalNotice refusal={refusal ?? popup.refusal} secondsLeft={0} />
      {google ? (
        <Button
          {...button}
          data-autofocus
          icon={<BrandIcon brand="google" />}
          busy={popup.waiting === FIREBASE || busy}
          onClick={() => popup.open(FIREBASE)}
        >
          {t('withGoogle')}
        </Button>
      ) : null}
      {providers.map(({ id, label, icon }) => (
        <Button
          key={id}
          {...button}
          icon={<ProviderIcon icon={icon} />}
          busy={popup.waiting === id || busy}
          onClick={() => popup.open(id)}
        >
          {t('withProvider', { provider: label })}
        </Button>
      ))}
      {email === null ? null : <MailedLink email={email} />}
    </div>
  );
};
