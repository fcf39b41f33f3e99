import type { CategoryChart } from '../../../../src/shared/chart.ts';
import styles from './chart.module.css';
import { DASHES, type Frame, frameFor, LETTER, lettersIn, seriesColour, shorten, Sign, YAxis } from './plot-parts.tsx';
import { scaleBetween, ticksFor } from './ticks.ts';

interface CategoryPlotProps {
  readonly chart: CategoryChart;
  readonly width: number;
  readonly maxHeight?: number | undefined;
  /** The label that is looked at; null for none. */
  readonly active: number | null;
  readonly onActive: (at: number | null) => void;
}

const MAX_SIGNS = 60;
const MAX_BAR_WIDTH = 84;

interface PartProps {
  readonly chart: CategoryChart;
  readonly frame: Frame;
  readonly band: number;
  readonly y: (value: number) => number;
}

const Bars = ({ chart, frame, band, y }: PartProps) => {
  const room = Math.min(band - Math.min(band * 0.22, 26), chart.series.length * MAX_BAR_WIDTH);
  const gap = band - room;
  const width = Math.max(1, room / chart.series.length);
  return chart.series.map(({ values }, series) => (
    <g key={series} fill={seriesColour(series)}>
      {values.map((value, at) =>
        value === null ? null : (
          <rect
            key={at}
            x={frame.left + at * band + gap / 2 + series * width}
            y={Math.min(y(value), y(0))}
            width={Math.max(1, width - (width > 6 ? 2 : 0))}
            height={Math.max(value === 0 ? 0 : 1, Math.abs(y(value) - y(0)))}
            rx={Math.min(3, width / 4)}
          />
        ),
      )}
    </g>
  ));
};

/** A missing value interrupts the line. */
const linePath = (
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string =>
  values
    .map((value, at) =>
      value === null
        ? ''
        : `${at === 0 || values[at - 1] === null ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(1)}`,
    )
    .join('');

const Lines = ({ chart, frame, band, y }: PartProps) => {
  const x = (at: number): number => frame.left + (at + 0.5) * band;
  return chart.series.map(({ values }, series) => (
    <g key={series}>
      <path
        d={linePath(values, x, y)}
        fill="none"
        stroke={seriesColour(series)}
        strokeWidth={2.25}
        strokeDasharray={DASHES[series]}
        strokeLinejoin="round"
      />
      {values.length <= MAX_SIGNS
        ? values.map((value, at) => (value === null ? null : <Sign key={at} series={series} x={x(at)} y={y(value)} />))
        : null}
    </g>
  ));
};

const Labels = ({ labels, frame, band }: { labels: readonly string[]; frame: Frame; band: number }) => {
  const letters = lettersIn(band);
  const longest = Math.max(...labels.map((label) => shorten(label, letters).length)) * LETTER + 8;
  const every = Math.max(1, Math.ceil(longest / band));
  return labels.map((label, at) =>
    at % every === 0 ? (
      <text
        key={at}
        x={frame.left + (at + 0.5) * band}
        y={frame.height - 10}
        textAnchor="middle"
        className={styles['tick']}
      >
        {shorten(label, letters)}
      </text>
    ) : null,
  );
};

/** Bars or lines over labels. */
export const CategoryPlot = ({ chart, width, maxHeight, active, onActive }: CategoryPlotProps) => {
  const values = chart.series.flatMap((each) => each.values).filter((value) => value !== null);
  const ticks = ticksFor(values.length === 0 ? [0] : values, { count: 5, fromZero: chart.type === 'bar' });
  const frame = frameFor(width, ticks, maxHeight);
  const y = scaleBetween([ticks[0] ?? 0, ticks.at(-1) ?? 1], [frame.height - frame.bottom, frame.top]);
  const band = (width - frame.left - frame.right) / chart.labels.length;
  const Marks = chart.type === 'bar' ? Bars : Lines;
  return (
    <svg width={width} height={frame.height} viewBox={`0 0 ${width} ${frame.height}`} aria-hidden="true">
      {active === null ? null : (
        <rect
          x={frame.left + active * band}
          y={frame.top}
          width={band}
          height={frame.height - frame.top - frame.bottom}
          className={styles['active']}
        />
      )}
      <YAxis frame={frame} ticks={ticks} y={y} />
      <Marks chart={chart} frame={frame} band={band} y={y} />
      <Labels labels={chart.labels} frame={frame} band={band} />
      <g onPointerLeave={() => onActive(null)}>
        {chart.labels.map((_, at) => (
          <rect
            key={at}
            x={frame.left + at * band}
            y={0}
            width={band}
            height={frame.height}
            className={styles['hit']}
            onPointerEnter={() => onActive(at)}
          />
        ))}
      </g>
    </svg>
  );
};
