import { Smartphone } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import styles from './account-form.module.css';
import { BrandIcon } from './brand-icons.tsx';
import { useTexts } from './texts.ts';

const LATER = [
  ['github', 'GitHub'],
  ['apple', 'Apple'],
  ['twitter', 'Twitter'],
  ['microsoft', 'Microsoft'],
] as const;

/** Those that will come: named, so that nobody looks for them in vain, and out of the way of those that work. */
const Later = () => {
  const t = useTexts();
  return (
    <div className={styles['later']} role="group" aria-label={t('notYet')}>
      <span aria-hidden="true" className={styles['soon']}>
        {t('later')}
      </span>
      {LATER.map(([brand, label]) => (
        <button key={brand} type="button" disabled aria-label={label} title={label} className={styles['brand']}>
          <BrandIcon brand={brand} />
        </button>
      ))}
    </div>
  );
};

interface WaysInProps {
  readonly onGoogle: () => void;
  readonly onPhone: () => void;
  /** Google's window is open, or its answer is being checked. The button stays live: that window may have been lost. */
  readonly waiting: boolean;
}

/** The ways in besides email. */
export const WaysIn = ({ onGoogle, onPhone, waiting }: WaysInProps) => {
  const t = useTexts();
  return (
    <div className={styles['ways']}>
      <div className={styles['providers']}>
        <Button data-autofocus busy={waiting} disabled={false} icon={<BrandIcon brand="google" />} onClick={onGoogle}>
          {t('withGoogle')}
        </Button>
        <Button icon={<Smartphone aria-hidden="true" />} onClick={onPhone}>
          {t('withPhone')}
        </Button>
      </div>
      <Later />
    </div>
  );
};
