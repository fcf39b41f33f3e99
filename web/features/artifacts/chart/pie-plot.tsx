import type { CategoryChart } from '../../../../src/shared/chart.ts';
import styles from './chart.module.css';
import { seriesColour } from './plot-parts.tsx';

interface PiePlotProps {
  readonly chart: CategoryChart;
  readonly width: number;
  readonly maxHeight?: number | undefined;
  readonly active: number | null;
  readonly onActive: (at: number | null) => void;
}

const RADIUS = 100;
const MAX_SIZE = 280;

const pointAt = (turn: number, radius: number): string => {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
};

/** A part of the circle, in turns. The whole circle is two halves: an arc that ends where it begins is none. */
const slicePath = (from: number, to: number): string =>
  to - from >= 1
    ? `M0,${-RADIUS}A${RADIUS},${RADIUS} 0 1 1 0,${RADIUS}A${RADIUS},${RADIUS} 0 1 1 0,${-RADIUS}Z`
    : `M0,0L${pointAt(from, RADIUS)}A${RADIUS},${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${pointAt(to, RADIUS)}Z`;

/** The shares of a whole, clockwise from above. */
export const PiePlot = ({ chart, width, maxHeight = MAX_SIZE, active, onActive }: PiePlotProps) => {
  const values = (chart.series[0]?.values ?? []).map((value) => value ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const size = Math.min(width, maxHeight, MAX_SIZE);
  const startOf = (at: number): number => values.slice(0, at).reduce((sum, value) => sum + value, 0) / total;
  return (
    <svg width={size} height={size} viewBox="-106 -106 212 212" aria-hidden="true" className={styles['pie']}>
      <g onPointerLeave={() => onActive(null)}>
        {values.map((value, at) =>
          value === 0 ? null : (
            <path
              key={at}
              d={slicePath(startOf(at), startOf(at) + value / total)}
              fill={seriesColour(at)}
              className={active === at ? styles['slice-active'] : styles['slice']}
              onPointerEnter={() => onActive(at)}
            />
          ),
        )}
      </g>
    </svg>
  );
};
