import { numberFormatter } from '../../lib/i18n/formatters.ts';
import { currentLocale, type Say } from '../../lib/i18n/texts.ts';
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
  /** In bytes. */
  readonly isSpace?: boolean;
}

const limited = ({ limit }: Part): boolean => limit >= 0;

/** The limits that hold for this person; the day is always told, the rest only where it is limited. */
const partsOf = (t: Say<TextKey>, { daily, moonshotDaily, lifetime, chats }: Usage, now: Date): readonly Part[] => {
  const again = comingText(daily.resetsAt, now);
  const note = again && t('startsAgain', { again });
  const today: Part = {
    label: 'messagesToday',
    used: daily.used,
    limit: daily.limit,
    note: daily.limit < 0 ? null : note,
  };
  const others: readonly Part[] = [
    { label: 'kimiToday', ...moonshotDaily, note },
    { label: 'messagesInTotal', ...lifetime, note: null },
    { label: 'chatsKept', ...chats.count, note: null },
    { label: 'chatSpace', ...chats.bytes, note: null, isSpace: true },
  ];
  return [today, ...others.filter(limited)];
};

const MB = 1024 * 1024;
const inMegabytes = (bytes: number): string =>
  numberFormatter(currentLocale(), { maximumFractionDigits: 1 }).format(bytes / MB);

const countText = (t: Say<TextKey>, { used, limit, isSpace }: Part): string => {
  if (isSpace) return t('spaceOf', { used: inMegabytes(used), limit: limit / MB });
  return limit < 0 ? t('countUnlimited', { used }) : t('countOf', { used, limit });
};

const PartView = (part: Part) => {
  const t = useTexts();
  const count = countText(t, part);
  return (
    <div className={styles['part']}>
      <div className={styles['line']}>
        <span>{t(part.label)}</span>
        <span className={styles['count']}>{count}</span>
      </div>
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
      <div className={styles['card']}>
        {partsOf(t, usage, now()).map((part) => (
          <PartView key={part.label} {...part} />
        ))}
      </div>
    </SettingSection>
  );
};
