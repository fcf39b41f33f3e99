import { useTranslations } from './texts.ts';
import styles from './trial.module.css';

interface TrialCounterProps {
  readonly used: number;
  readonly limit: number;
}

/** How many of today's free messages are left; the server counts for itself, this is for reading. */
export const TrialCounter = ({ used, limit }: TrialCounterProps) => {
  const t = useTranslations();
  return (
    <p role="status" className={styles['counter']}>
      {t('left', { left: Math.max(0, limit - used), limit })}
    </p>
  );
};
