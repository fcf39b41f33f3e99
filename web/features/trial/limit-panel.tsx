import { Sparkles } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { useTranslations } from './texts.ts';
import styles from './trial.module.css';

/** Stands when the trial of the day is used up. */
export const LimitPanel = ({ onStart }: { readonly onStart: () => void }) => {
  const t = useTranslations();
  return (
    <section aria-label={t('limitTitle')} className={styles['panel']}>
      <Sparkles aria-hidden="true" />
      <div className={styles['words']}>
        <h2>{t('limitTitle')}</h2>
        <p>{t('limitText')}</p>
      </div>
      <Button variant="primary" onClick={onStart}>
        {t('limitAction')}
      </Button>
    </section>
  );
};
