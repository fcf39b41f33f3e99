import { Sparkles } from 'lucide-react';

import { useBrowserEnv } from '../../lib/browser-env.ts';
import { formatUpcoming } from '../../lib/format-date.ts';
import { usePageHidden } from '../../lib/hooks/use-page-hidden.ts';
import { localDay, localDayEnd } from '../../lib/local-day.ts';
import { Button } from '../../ui/button.tsx';
import { useTranslations } from './texts.ts';
import styles from './limit-panel.module.css';

/**
 * The server counts by UTC days, this page by local ones: messages can be sent once both days of the last message have
 * turned.
 */
const trialRestart = (usedAt: Date): string => {
  const utc = Date.UTC(usedAt.getUTCFullYear(), usedAt.getUTCMonth(), usedAt.getUTCDate() + 1);
  return new Date(Math.max(localDayEnd(localDay(usedAt)), utc)).toISOString();
};

interface LimitPanelProps {
  /** When the last message was sent; null where the browser does not remember. */
  readonly usedAt: string | null;
  /** Messages a day with a free account; -1: no limit, 0: no number is named. */
  readonly freeLimit: number;
  readonly onStart: () => void;
}

/** Stands when the trial of the day is used up. */
export const LimitPanel = ({ freeLimit, usedAt, onStart }: LimitPanelProps) => {
  const t = useTranslations();
  usePageHidden(); // the wait is shorter for who comes back
  const now = useBrowserEnv().now();
  const when = formatUpcoming(trialRestart(usedAt === null ? now : new Date(usedAt)), now) ?? '';
  return (
    <section aria-label={t('limitTitle')} className={styles['panel']}>
      <Sparkles aria-hidden="true" />
      <div className={styles['words']}>
        <h2>{t('limitTitle')}</h2>
        <p>
          {t('limitText', { limit: freeLimit })} {t('limitAgain', { when })}
        </p>
      </div>
      <Button variant="primary" onClick={onStart}>
        {t('limitAction')}
      </Button>
    </section>
  );
};
