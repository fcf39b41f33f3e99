import { Sparkles } from 'lucide-react';

import { useBrowserEnv } from '../../lib/browser-env.ts';
import { formatUpcoming } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { useTranslations } from './texts.ts';
import styles from './trial.module.css';

/** The server counts by UTC days, this page by local ones: messages can be sent once both have turned. */
const trialRestart = (now: Date): string => {
  const local = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
  const utc = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return new Date(Math.max(local, utc)).toISOString();
};

/** Stands when the trial of the day is used up. */
export const LimitPanel = ({ onStart }: { readonly onStart: () => void }) => {
  const t = useTranslations();
  const now = useBrowserEnv().now();
  const when = formatUpcoming(trialRestart(now), now) ?? '';
  return (
    <section aria-label={t('limitTitle')} className={styles['panel']}>
      <Sparkles aria-hidden="true" />
      <div className={styles['words']}>
        <h2>{t('limitTitle')}</h2>
        <p>
          {t('limitText')} {t('limitAgain', { when })}
        </p>
      </div>
      <Button variant="primary" onClick={onStart}>
        {t('limitAction')}
      </Button>
    </section>
  );
};
