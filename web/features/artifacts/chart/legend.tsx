import type { Chart } from '../../../../src/shared/chart.ts';
import styles from './chart.module.css';
import { DASHES, formatValue, seriesColour, Sign } from './plot-parts.tsx';
import { formatShare, shareOf } from './read-place.ts';

const Key = ({ type, at }: { readonly type: Chart['type']; readonly at: number }) => (
  <svg width={22} height={12} aria-hidden="true" className={styles['key']}>
    {type === 'line' ? (
      <path d="M0,6H22" stroke={seriesColour(at)} strokeWidth={2.25} strokeDasharray={DASHES[at]} />
    ) : null}
    {type === 'line' || type === 'scatter' ? (
      <Sign series={at} x={11} y={6} />
    ) : (
      <rect x={5} width={12} height={12} rx={3} fill={seriesColour(at)} />
    )}
  </svg>
);

interface Entry {
  readonly name: string;
  readonly fact: string;
}

const entriesOf = (chart: Chart): readonly Entry[] => {
  if (chart.type !== 'pie') return chart.series.map(({ name }) => ({ name, fact: '' }));
  const values = chart.series[0]?.values ?? [];
  return chart.labels.map((name, at) => ({
    name,
    fact: `${formatValue(values[at] ?? 0, chart.y.unit)} · ${formatShare(shareOf(values, at))}`,
  }));
};

/** Which colour and sign is what; nothing where there is only one. */
export const Legend = ({ chart }: { readonly chart: Chart }) => {
  const entries = entriesOf(chart);
  if (chart.type !== 'pie' && entries.length < 2) return null;
  return (
    <ul className={styles['legend']} aria-hidden="true">
      {entries.map(({ name, fact }, at) => (
        <li key={at} dir="auto">
          <Key type={chart.type} at={at} />
          {name}
          {fact === '' ? null : <span className={styles['fact']}>{fact}</span>}
        </li>
      ))}
    </ul>
  );
};
