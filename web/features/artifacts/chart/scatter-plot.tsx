import type { ScatterChart } from '../../../../src/shared/chart.ts';
import styles from './chart.module.css';
import { formatTicks, frameFor, LETTER, Sign, YAxis } from './plot-parts.tsx';
import { scaleBetween, ticksFor } from './ticks.ts';

interface ScatterPlotProps {
  readonly chart: ScatterChart;
  readonly width: number;
  readonly maxHeight?: number | undefined;
  /** Counted through all series. */
  readonly active: number | null;
  readonly onActive: (at: number | null) => void;
}

/** Points by two numbers. */
export const ScatterPlot = ({ chart, width, maxHeight, active, onActive }: ScatterPlotProps) => {
  const points = chart.series.flatMap(({ values }, series) => values.map(([x, y]) => ({ series, x, y })));
  const yTicks = ticksFor(
    points.map(({ y }) => y),
    { count: 5, fromZero: false },
  );
  const frame = frameFor(width, yTicks, maxHeight);
  const room = width - frame.left - frame.right - 16;
  const xTicks = ticksFor(
    points.map(({ x }) => x),
    { count: Math.max(2, Math.min(8, room / 80)), fromZero: false },
  );
  const y = scaleBetween([yTicks[0] ?? 0, yTicks.at(-1) ?? 1], [frame.height - frame.bottom, frame.top]);
  const x = scaleBetween([xTicks[0] ?? 0, xTicks.at(-1) ?? 1], [frame.left + 8, frame.left + 8 + room]);
  const texts = formatTicks(xTicks);
  const every = Math.ceil((Math.max(...texts.map(({ length }) => length)) * LETTER + 12) / (room / xTicks.length));
  const looked = active === null ? undefined : points[active];
  return (
    <svg width={width} height={frame.height} viewBox={`0 0 ${width} ${frame.height}`} aria-hidden="true">
      <YAxis frame={frame} ticks={yTicks} y={y} />
      {xTicks.map((tick, at) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={frame.top} y2={frame.height - frame.bottom} className={styles['grid']} />
          {at % every === 0 ? (
            <text x={x(tick)} y={frame.height - 10} textAnchor="middle" className={styles['tick']}>
              {texts[at]}
            </text>
          ) : null}
        </g>
      ))}
      {looked ? <circle cx={x(looked.x)} cy={y(looked.y)} r={10} className={styles['active']} /> : null}
      <g onPointerLeave={() => onActive(null)}>
        {points.map((point, at) => (
          <g key={at} onPointerEnter={() => onActive(at)}>
            <Sign series={point.series} x={x(point.x)} y={y(point.y)} r={4} />
          </g>
        ))}
      </g>
    </svg>
  );
};
