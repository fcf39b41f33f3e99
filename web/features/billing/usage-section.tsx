import type { Say } from '../../lib/i18n/texts.ts';
import { usePage } from '../../lib/page.ts';
import { comingText } from '../../lib/when.ts';
import { Meter } from '../../ui/meter.tsx';
import { SettingSection } from '../../ui/setting-row.tsx';
import type { Usage } from './billing-api.ts';
import { useTexts, type TextKey } from './texts.ts';
import styles from './usage-section.module.css';
import { useUsage } from './use-usage.ts';

interface Part {
  readonly label: TextKey;
  readonly used: number;
  readonly limit: number;
  readonly note: string | null;
}

const limited = ({ limit }: Part): boolean => limit >= 0;

/** The limits that hold for this person; the day is always told, the rest only where it is limited. */
const partsOf = (t: Say<TextKey>, { daily, moonshotDaily, lifetime }: Usage, now: Date): readonly Part[] => {
  const again = comingText(daily.resetsAt, now);
  const note = again && t('startsAgain', { again });
  const today: Part = { label: 'messagesToday', used: daily.used, limit: daily.limit, note: daily.limit < 0 ? null : note };
  const others: readonly Part[] = [{ label: 'kimiToday', ...moonshotDaily, note }, { label: 'messagesInTotal', ...lifetime, note: null }];
  return [today, ...others.filter(limited)];
};

const countText = (t: Say<TextKey>, { used, limit }: Part): string => (limit < 0 ? t('countUnlimited', { used }) : t('countOf', { used, limit }));

const PartView = (part: Part) => {
  const t = useTexts();
  const count = countText(t, part);
  return (
    <div className={styles['part']}>
      <div className={styles['line']}><span>{t(part.label)}</span><span className={styles['count']}>{count}</span></div>
      {limited(part) ? <Meter label={t(part.label)} value={part.used} max={part.limit} text={count} /> : null}
      {part.note ? <div className={styles['note']}>{part.note}</div> : null}
    </div>
  );
};

/** How much of each limit is used, in the settings. Nothing while it is not known. */
export const UsageSection = () => {
  const t = useTexts();
  const usage = useUsage();
  const { now } = usePage();
  if (!usage) return null;
  return (
    <SettingSection title={t('usage')}>
      <div className={styles['card']}>{partsOf(t, usage, now()).map((part) => <PartView key={part.label} {...part} />)}</div>
    </SettingSection>
  );
};
