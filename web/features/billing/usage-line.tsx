import type { Say } from '../../lib/i18n/texts.ts';
import { usePage } from '../../lib/page.ts';
import { comingText } from '../../lib/when.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Usage } from './billing-api.ts';
import { useTexts, type TextKey } from './usage-texts.ts';
import styles from './usage-line.module.css';
import { useUsage, useUsageOnFocus } from './use-usage.ts';

/** The day's messages in one sentence; null while nothing limits them. */
const usageSentence = (t: Say<TextKey>, usage: Usage | undefined, now: Date): string | null => {
  if (!usage || usage.daily.limit < 0) return null;
  const { used, limit, resetsAt } = usage.daily;
  const again = comingText(resetsAt, now);
  return again === null ? t('usedTodayOnly', { used, limit }) : t('usedToday', { used, limit, again });
};

/** The same for a tooltip, where the meter stands. */
export const useUsageSentence = (): string | null => usageSentence(useTexts(), useUsage(), usePage().now());

/** The day's messages beside the plan's name: quiet numbers and a thin bar, nothing where there is no limit. */
export const UsageLine = ({ plan }: { readonly plan: string }) => {
  const t = useTexts();
  const usage = useUsage();
  const sentence = useUsageSentence();
  useUsageOnFocus();
  return (
    <>
      <span className={styles['line']}>
        <span>{plan}</span>
        {usage && sentence ? (
          <span className={styles['count']}>
            {t('countToday', { used: usage.daily.used, limit: usage.daily.limit })}
          </span>
        ) : null}
      </span>
      {usage && sentence ? (
        <Meter label={t('messagesToday')} value={usage.daily.used} max={usage.daily.limit} text={sentence} />
      ) : null}
    </>
  );
};
