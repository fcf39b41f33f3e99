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

/** The providers that sign in to this account. `orAny`: all, where none is known. */
const useOwnProviders = (orAny: boolean) => {
  const { data: ways } = identityApi.useSignInWaysQuery();
  const { data: linked } = ownAccountApi.useLinkedWaysQuery();
  const own = linked?.identities ?? [];
  const isOwn = (id: string | null): boolean =>
    (orAny && own.length === 0) || own.some(({ provider }) => provider === id);
  return { google: ways?.google === true && isOwn(null), providers: ways?.oidc.filter(({ id }) => isOwn(id)) ?? [] };
};

interface ProviderButtonsProps extends Pick<ProviderConfirmationProps, 'onConfirmed'> {
  readonly own: ReturnType<typeof useOwnProviders>;
  readonly variant: 'primary' | 'secondary';
}

/** A proof by a provider, which signs nobody in. */
const ProviderButtons = ({ own: { google, providers }, variant, onConfirmed }: ProviderButtonsProps) => {
  const t = useTranslations();
  const { confirm, refusal, busy } = useConfirmation(onConfirmed);
  const popup = useProviderPopup((result) =>
    confirm('token' in result ? { firebaseToken: result.token } : { providerCode: result.code }),
  );
  const button = { wide: true, size: 'l', variant } as const;
  return (
    <>
      <RefusalNotice refusal={refusal ?? popup.refusal} secondsLeft={0} />
      {google ? (
        <Button
          {...button}
          {...(variant === 'primary' ? { 'data-autofocus': true } : {})}
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
    </>
  );
};

/** For an account without a password: a proof by its provider, or a first password by mail. */
export const ProviderConfirmation = ({ email, onConfirmed }: ProviderConfirmationProps) => {
  const own = useOwnProviders(true);
  return (
    <div className={styles['form']}>
      <ProviderButtons own={own} variant="primary" onConfirmed={onConfirmed} />
      {email === null ? null : <MailedLink email={email} />}
    </div>
  );
};

/** Beside another proof: the providers that are linked to the account. Nothing where there are none. */
export const LinkedProviders = ({ onConfirmed }: Pick<ProviderConfirmationProps, 'onConfirmed'>) => {
  const own = useOwnProviders(false);
  if (!own.google && own.providers.length === 0) return null;
  return (
    <div className={styles['form']}>
      <ProviderButtons own={own} variant="secondary" onConfirmed={onConfirmed} />
    </div>
  );
};
