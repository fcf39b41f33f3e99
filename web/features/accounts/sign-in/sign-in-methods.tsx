import { Smartphone } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { identityApi, type SignInWays } from '../identity-api.ts';
import { useTranslations } from '../texts.ts';
import { BrandIcon, ProviderIcon } from './brand-icon.tsx';
import { FIREBASE } from './use-provider-sign-in.ts';

const UPCOMING_PROVIDERS = [
  ['github', 'GitHub'],
  ['apple', 'Apple'],
  ['twitter', 'Twitter'],
  ['microsoft', 'Microsoft'],
] as const;

/** Providers that are announced but not set up here. */
const UpcomingProviders = ({ providers }: { readonly providers: SignInWays['oidc'] }) => {
  const t = useTranslations();
  const upcoming = UPCOMING_PROVIDERS.filter(([brand]) => !providers.some(({ icon }) => icon === brand));
  if (upcoming.length === 0) return null;
  return (
    <div className={styles['later']} role="group" aria-label={t('notYet')}>
      <span aria-hidden="true" className={styles['soon']}>
        {t('later')}
      </span>
      {upcoming.map(([brand, label]) => (
        <button key={brand} type="button" disabled aria-label={label} title={label} className={styles['brand']}>
          <BrandIcon brand={brand} />
        </button>
      ))}
    </div>
  );
};

/** What the dialog offers. Without an answer of the server nothing is known to be missing, so all is offered. */
export const useOfferedWays = () => {
  const { data, isLoading } = identityApi.useSignInWaysQuery();
  const ways = data ?? { google: !isLoading, phone: !isLoading, oidc: [], registration: 'open' as const };
  const { google, phone, oidc: providers, registration } = ways;
  const emailOnly = !isLoading && [google, phone, providers.length > 0].every((offered) => !offered);
  return { google, phone, providers, registration, isLoading, emailOnly };
};

interface SignInMethodsProps {
  readonly offered: ReturnType<typeof useOfferedWays>;
  /** Somebody went on by keyboard before the ways were known. */
  readonly usedKeys: boolean;
  readonly onProvider: (provider: string) => void;
  readonly onPhone: () => void;
  /** The provider whose popup is open or being checked. Its button stays enabled, because the popup may be lost. */
  readonly waiting: string | null;
}

/** Focuses the first way when it is known, unless somebody has gone on in the meantime. */
const useFirstWay = (known: boolean, hasGoneOn: boolean) => {
  const first = useRef<HTMLButtonElement>(null);
  const focusFirst = useEffectEvent(() => {
    if (!hasGoneOn) first.current?.focus();
  });
  useEffect(() => {
    if (known) focusFirst();
  }, [known]);
  return first;
};

/** Google by Firebase, the phone, then the other providers. */
const MethodButtons = ({ offered, usedKeys, onProvider, onPhone, waiting }: SignInMethodsProps) => {
  const t = useTranslations();
  const emailFormOpen = useAppSelector(({ authModal }) => authModal.emailFormOpen);
  const first = useFirstWay(offered.google, emailFormOpen || usedKeys);
  return (
    <div className={styles['providers']} aria-busy={offered.isLoading}>
      {offered.google ? (
        <Button
          ref={first}
          data-autofocus
          busy={waiting === FIREBASE}
          disabled={false}
          icon={<BrandIcon brand="google" />}
          onClick={() => onProvider(FIREBASE)}
        >
          {t('withGoogle')}
        </Button>
      ) : null}
      {offered.phone ? (
        <Button icon={<Smartphone aria-hidden="true" />} onClick={onPhone}>
          {t('withPhone')}
        </Button>
      ) : null}
      {offered.providers.map(({ id, label, icon }) => (
        <Button
          key={id}
          busy={waiting === id}
          disabled={false}
          icon={<ProviderIcon icon={icon} />}
          onClick={() => onProvider(id)}
        >
          {t('withProvider', { provider: label })}
        </Button>
      ))}
    </div>
  );
};

/** The ways to sign in besides email, as far as they are set up. */
export const SignInMethods = (props: SignInMethodsProps) => (
  <div className={styles['ways']}>
    {props.offered.emailOnly ? null : <MethodButtons {...props} />}
    <UpcomingProviders providers={props.offered.providers} />
  </div>
);
