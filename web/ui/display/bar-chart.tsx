import styles from './bar-chart.module.css';
import { useTranslations } from '../texts.ts';

export interface ChartPoint {
  /** Where on the axis, in words: a day. */
  readonly label: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** A value in words, with its unit. */
  readonly format: (value: number) => string;
  /** The sum in words, above the bars. */
  readonly total: string;
  readonly tone?: 'plain' | 'danger';
}

const HEIGHT = 100;
const SLOT = 10;
/** Even a single one of many is to be seen. */
const MIN_BAR_HEIGHT = 2;

const Bars = ({ points, format, max }: Pick<BarChartProps, 'points' | 'format'> & { readonly max: number }) => (
  <>
    {points.map(({ label, value }, at) => {
      const height = value <= 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (value / max) * HEIGHT);
      return (
        <g key={label}>
          <rect className={styles['bar']} x={at * SLOT + 1.5} y={HEIGHT - height} width={SLOT - 3} height={height} />
          <rect className={styles['slot']} x={at * SLOT} y={0} width={SLOT} height={HEIGHT}>
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
        </g>
      );
    })}
  </>
);

const Table = ({ title, points, format }: Pick<BarChartProps, 'title' | 'points' | 'format'>) => {
  const t = useTranslations();
  return (
    <details className={styles['table']}>
      <summary>{t('asTable')}</summary>
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('byDay', { title })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};

/** One count over time as small bars, with the same numbers as a table for those who cannot see bars. */
export const BarChart = ({ title, points, format, total, tone = 'plain' }: BarChartProps) => {
  const t = useTranslations();
  const max = Math.max(...points.map(({ value }) => value), 0);
  const first = points[0];
  const last = points[points.length - 1];
  return (
    <figure className={styles['chart']} data-tone={tone}>
      <figcaption>
        <span className={styles['title']}>{title}</span>
        <span className={styles['total']}>{total}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={max === 0 ? t('byDayNone', { title }) : t('byDayMost', { title, max: format(max) })}
        viewBox={`0 0 ${Math.max(1, points.length) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={styles['drawing']}
      >
        <Bars points={points} format={format} max={max} />
      </svg>
      <div aria-hidden="true" className={styles['axis']}>
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <Table title={title} points={points} format={format} />
    </figure>
  );
};
