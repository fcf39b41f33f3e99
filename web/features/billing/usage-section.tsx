import { usePage } from '../../lib/page.ts';
import { comingText } from '../../lib/when.ts';
import { Meter } from '../../ui/meter.tsx';
import { SettingSection } from '../../ui/setting-row.tsx';
import type { Usage } from './billing-api.ts';
import styles from './usage-section.module.css';
import { useUsage } from './use-usage.ts';

interface Part {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  readonly note: string | null;
}

const limited = ({ limit }: Part): boolean => limit >= 0;

/** The limits that hold for this person; the day is always told, the rest only where it is limited. */
const partsOf = ({ daily, moonshotDaily, lifetime }: Usage, now: Date): readonly Part[] => {
  const again = comingText(daily.resetsAt, now);
  const note = again && `Starts again ${again}`;
  return [
    { label: 'Messages today', used: daily.used, limit: daily.limit, note: daily.limit < 0 ? null : note },
    ...[{ label: 'Kimi messages today', ...moonshotDaily, note }, { label: 'Messages in total', ...lifetime, note: null }].filter(limited),
  ];
};

const countText = ({ used, limit }: Part): string => (limit < 0 ? `${used}, no limit` : `${used} of ${limit}`);

const PartView = (part: Part) => (
  <div className={styles['part']}>
    <div className={styles['line']}><span>{part.label}</span><span className={styles['count']}>{countText(part)}</span></div>
    {limited(part) ? <Meter label={part.label} value={part.used} max={part.limit} text={countText(part)} /> : null}
    {part.note ? <div className={styles['note']}>{part.note}</div> : null}
  </div>
);

/** How much of each limit is used, in the settings. Nothing while it is not known. */
export const UsageSection = () => {
  const usage = useUsage();
  const { now } = usePage();
  if (!usage) return null;
  return (
    <SettingSection title="Usage">
      <div className={styles['card']}>{partsOf(usage, now()).map((part) => <PartView key={part.label} {...part} />)}</div>
    </SettingSection>
  );
};
