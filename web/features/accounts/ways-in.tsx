import { Smartphone } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import styles from './account-form.module.css';
import { BrandIcon } from './brand-icons.tsx';

const LATER = [['github', 'GitHub'], ['apple', 'Apple'], ['twitter', 'Twitter'], ['microsoft', 'Microsoft']] as const;

/** Those that will come: named, so that nobody looks for them in vain, and out of the way of those that work. */
const Later = () => (
  <div className={styles['later']} role="group" aria-label="Not available yet">
    <span aria-hidden="true" className={styles['soon']}>Coming later</span>
    {LATER.map(([brand, label]) => (
      <button key={brand} type="button" disabled aria-label={label} title={label} className={styles['brand']}><BrandIcon brand={brand} /></button>
    ))}
  </div>
);

interface WaysInProps {
  readonly onGoogle: () => void;
  readonly onPhone: () => void;
  /** Google's window is open, or its answer is being checked. The button stays live: that window may have been lost. */
  readonly waiting: boolean;
}

/** The ways in besides email. */
export const WaysIn = ({ onGoogle, onPhone, waiting }: WaysInProps) => (
  <div className={styles['ways']}>
    <div className={styles['providers']}>
      <Button data-autofocus busy={waiting} disabled={false} icon={<BrandIcon brand="google" />} onClick={onGoogle}>Continue with Google</Button>
      <Button icon={<Smartphone aria-hidden="true" />} onClick={onPhone}>Continue with Phone</Button>
    </div>
    <Later />
  </div>
);
