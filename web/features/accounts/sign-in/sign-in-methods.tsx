import { Smartphone } from 'lucide-react';

import { useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { identityApi } from '../identity-api.ts';
import { useTranslations } from '../texts.ts';

/** The logos of identity providers, as paths of a 24 x 24 box. */
const LOGOS = {
  google:
    'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z',
  github:
    'M12 .297c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12',
  apple:
    'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701',
  twitter:
    'M23.953 4.57a10 10 0 01-2.825.775 4.958 4.958 0 002.163-2.723c-.951.555-2.005.959-3.127 1.184a4.92 4.92 0 00-8.384 4.482C7.69 8.095 4.067 6.13 1.64 3.162a4.822 4.822 0 00-.666 2.475c0 1.71.87 3.213 2.188 4.096a4.904 4.904 0 01-2.228-.616v.06a4.923 4.923 0 003.946 4.827 4.996 4.996 0 01-2.212.085 4.936 4.936 0 004.604 3.417 9.867 9.867 0 01-6.102 2.105c-.39 0-.779-.023-1.17-.067a13.995 13.995 0 007.557 2.209c9.053 0 13.998-7.496 13.998-13.985 0-.21 0-.42-.015-.63A9.935 9.935 0 0024 4.59z',
  microsoft: 'M0 0h11.377v11.372H0zm12.623 0H24v11.372H12.623zM0 12.623h11.377V24H0zm12.623 0H24V24H12.623z',
} as const;

const BrandIcon = ({ brand }: { readonly brand: keyof typeof LOGOS }) => (
  <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d={LOGOS[brand]} />
  </svg>
);

const UPCOMING_PROVIDERS = [
  ['github', 'GitHub'],
  ['apple', 'Apple'],
  ['twitter', 'Twitter'],
  ['microsoft', 'Microsoft'],
] as const;

/** Providers that are announced but not available. */
const UpcomingProviders = () => {
  const t = useTranslations();
  return (
    <div className={styles['later']} role="group" aria-label={t('notYet')}>
      <span aria-hidden="true" className={styles['soon']}>
        {t('later')}
      </span>
      {UPCOMING_PROVIDERS.map(([brand, label]) => (
        <button key={brand} type="button" disabled aria-label={label} title={label} className={styles['brand']}>
          <BrandIcon brand={brand} />
        </button>
      ))}
    </div>
  );
};

/** What the dialog offers. Without an answer of the server nothing is known to be missing, so all is offered. */
export const useOfferedWays = () => {
  const { data: ways, isLoading } = identityApi.useSignInWaysQuery();
  const google = ways?.google ?? !isLoading;
  const phone = ways?.phone ?? !isLoading;
  return {
    google,
    phone,
    registration: ways?.registration ?? true,
    isLoading,
    emailOnly: !isLoading && !google && !phone,
  };
};

interface SignInMethodsProps {
  readonly offered: ReturnType<typeof useOfferedWays>;
  readonly onGoogle: () => void;
  readonly onPhone: () => void;
  /** Google's popup is open, or its result is being checked. The button stays enabled, because the popup may be lost. */
  readonly isWaiting: boolean;
}

/** The ways to sign in besides email, as far as they are set up. */
export const SignInMethods = ({ offered, onGoogle, onPhone, isWaiting }: SignInMethodsProps) => {
  const t = useTranslations();
  const emailFormOpen = useAppSelector(({ authModal }) => authModal.emailFormOpen);
  return (
    <div className={styles['ways']}>
      {offered.emailOnly ? null : (
        <div className={styles['providers']} aria-busy={offered.isLoading}>
          {offered.google ? (
            <Button
              data-autofocus
              autoFocus={!emailFormOpen}
              busy={isWaiting}
              disabled={false}
              icon={<BrandIcon brand="google" />}
              onClick={onGoogle}
            >
              {t('withGoogle')}
            </Button>
          ) : null}
          {offered.phone ? (
            <Button icon={<Smartphone aria-hidden="true" />} onClick={onPhone}>
              {t('withPhone')}
            </Button>
          ) : null}
        </div>
      )}
      <UpcomingProviders />
    </div>
  );
};
