import type { Translator } from '../../../lib/i18n/translations.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { formatUpcoming } from '../../../lib/format-date.ts';
import { Meter } from '../../../ui/display/meter.tsx';
import type { Usage } from '../billing-api.ts';
import { useTranslations, type TextKey } from './usage-texts.ts';
import styles from './usage-line.module.css';
import { useUsage, useUsageRenewal } from './use-usage.ts';

/** The day's messages in one sentence; null while nothing limits them. */
const formatUsage = (t: Translator<TextKey>, usage: Usage | undefined, now: Date): string | null => {
  if (!usage || usage.daily.limit < 0) return null;
  const { used, limit, resetsAt } = usage.daily;
  const again = formatUpcoming(resetsAt, now);
  return again === null ? t('usedTodayOnly', { used, limit }) : t('usedToday', { used, limit, again });
};

/** The same for a tooltip of the meter. */
export const useUsageSentence = (): string | null => formatUsage(useTranslations(), useUsage(), useBrowserEnv().now());

/** The day's messages beside the plan's name: quiet numbers and a thin bar, nothing where there is no limit. */
export const UsageLine = ({ plan }: { readonly plan: string }) => {
  const t = useTranslations();
  const usage = useUsage();
  const sentence = useUsageSentence();
  useUsageRenewal();
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
