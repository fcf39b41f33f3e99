import { usePage } from '../../lib/page.ts';
import { comingText } from '../../lib/when.ts';
import { Meter } from '../../ui/meter.tsx';
import type { Usage } from './billing-api.ts';
import styles from './usage-line.module.css';
import { useUsage, useUsageOnFocus } from './use-usage.ts';

/** The day's messages in one sentence; null while nothing limits them. */
export const usageSentence = (usage: Usage | undefined, now: Date): string | null => {
  if (!usage || usage.daily.limit < 0) return null;
  const { used, limit, resetsAt } = usage.daily;
  return `${used} of ${limit} messages used today. The count starts again ${comingText(resetsAt, now) ?? 'tomorrow'}.`;
};

/** The same for a tooltip, where the meter stands. */
export const useUsageSentence = (): string | null => usageSentence(useUsage(), usePage().now());

/** The day's messages beside the plan's name: quiet numbers and a thin bar, nothing where there is no limit. */
export const UsageLine = ({ plan }: { readonly plan: string }) => {
  const usage = useUsage();
  const sentence = useUsageSentence();
  useUsageOnFocus();
  return (
    <>
      <span className={styles['line']}>
        <span>{plan}</span>
        {usage && sentence ? <span className={styles['count']}>{`${usage.daily.used} of ${usage.daily.limit} today`}</span> : null}
      </span>
      {usage && sentence ? <Meter label="Messages today" value={usage.daily.used} max={usage.daily.limit} text={sentence} /> : null}
    </>
  );
};
