import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import { currentLocale, type Translator } from '../../../lib/i18n/translations.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { formatUpcoming } from '../../../lib/format-date.ts';
import { Meter } from '../../../ui/display/meter.tsx';
import { SettingSection } from '../../../ui/forms/setting-row.tsx';
import type { Usage } from '../billing-api.ts';
import { useTranslations, type TextKey } from '../texts.ts';
import styles from './usage-section.module.css';
import { useUsage } from './use-usage.ts';

interface UsageLimit {
  readonly label: TextKey;
  readonly used: number;
  readonly limit: number;
  readonly note: string | null;
  /** In bytes. */
  readonly isBytes?: boolean;
}

const isLimited = ({ limit }: UsageLimit): boolean => limit >= 0;

/** The limits of the account: the daily one, and others that are set. */
const toUsageLimits = (
  t: Translator<TextKey>,
  { daily, moonshotDaily, lifetime, chats }: Usage,
  now: Date,
): readonly UsageLimit[] => {
  const again = formatUpcoming(daily.resetsAt, now);
  const note = again && t('startsAgain', { again });
  const today: UsageLimit = {
    label: 'messagesToday',
    used: daily.used,
    limit: daily.limit,
    note: daily.limit < 0 ? null : note,
  };
  const others: readonly UsageLimit[] = [
    { label: 'kimiToday', ...moonshotDaily, note },
    { label: 'messagesInTotal', ...lifetime, note: null },
    { label: 'chatsKept', ...chats.count, note: null },
    { label: 'chatSpace', ...chats.bytes, note: null, isBytes: true },
  ];
  return [today, ...others.filter(isLimited)];
};

const MB = 1024 * 1024;
const formatMegabytes = (bytes: number): string =>
  numberFormatter(currentLocale(), { maximumFractionDigits: 1 }).format(bytes / MB);

const formatUsage = (t: Translator<TextKey>, { used, limit, isBytes }: UsageLimit): string => {
  if (isBytes) return t('spaceOf', { used: formatMegabytes(used), limit: limit / MB });
  return limit < 0 ? t('countUnlimited', { used }) : t('countOf', { used, limit });
};

const UsageLimitRow = (part: UsageLimit) => {
  const t = useTranslations();
  const count = formatUsage(t, part);
  return (
    <div className={styles['part']}>
      <div className={styles['line']}>
        <span>{t(part.label)}</span>
        <span className={styles['count']}>{count}</span>
      </div>
      {isLimited(part) ? <Meter label={t(part.label)} value={part.used} max={part.limit} text={count} /> : null}
      {part.note ? <div className={styles['note']}>{part.note}</div> : null}
    </div>
  );
};

/** How much of each limit is used, in the settings. Nothing while it is not known. */
export const UsageSection = () => {
  const t = useTranslations();
  const usage = useUsage();
  const { now } = useBrowserEnv();
  if (!usage) return null;
  const { unusedDays } = usage.chats;
  return (
    <SettingSection name="usage" title={t('usage')}>
      <div className={styles['card']}>
        {toUsageLimits(t, usage, now()).map((part) => (
          <UsageLimitRow key={part.label} {...part} />
        ))}
        {unusedDays > 0 ? <p className={styles['note']}>{t('unusedChats', { days: unusedDays })}</p> : null}
      </div>
    </SettingSection>
  );
};
