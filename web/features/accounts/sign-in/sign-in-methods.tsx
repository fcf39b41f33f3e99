import { Smartphone } from 'lucide-react';

import { Button } from '../../../ui/button.tsx';
import styles from '../account-form.module.css';
import { BrandIcon } from './brand-icons.tsx';
import { useTranslations } from '../texts.ts';

const UPCOMING_PROVIDERS = [
  ['github', 'GitHub'],
  ['apple', 'Apple'],
  ['twitter', 'Twitter'],
  ['microsoft', 'Microsoft'],
] as const;

/** Those that will come: named, so that nobody looks for them in vain, and out of the way of those that work. */
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

interface SignInMethodsProps {
  readonly onGoogle: () => void;
  readonly onPhone: () => void;
  /** Google's window is open, or its answer is being checked. The button stays live: that window may have been lost. */
  readonly isWaiting: boolean;
}

/** The ways in besides email. */
export const SignInMethods = ({ onGoogle, onPhone, isWaiting }: SignInMethodsProps) => {
  const t = useTranslations();
  return (
    <div className={styles['ways']}>
      <div className={styles['providers']}>
        <Button data-autofocus busy={isWaiting} disabled={false} icon={<BrandIcon brand="google" />} onClick={onGoogle}>
          {t('withGoogle')}
        </Button>
        <Button icon={<Smartphone aria-hidden="true" />} onClick={onPhone}>
          {t('withPhone')}
        </Button>
      </div>
      <UpcomingProviders />
    </div>
  );
};
