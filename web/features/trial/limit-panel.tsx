import { Sparkles } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import styles from './trial.module.css';

/** Stands when the trial of the day is used up. */
export const LimitPanel = ({ onStart }: { readonly onStart: () => void }) => (
  <section aria-label="Free trial complete!" className={styles['panel']}>
    <Sparkles aria-hidden="true" />
    <div className={styles['words']}>
      <h2>Free trial complete!</h2>
      <p>A free account gives you 30 messages a day and keeps this conversation.</p>
    </div>
    <Button variant="primary" onClick={onStart}>Get Started Free</Button>
  </section>
);
