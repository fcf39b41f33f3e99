import { currentLocale } from '../../../lib/i18n/translations.ts';
import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import type { Axis } from '../../../../src/shared/chart.ts';
import styles from './chart.module.css';

/** The room of a drawing, in pixels; `left` and `bottom` are for the numbers and labels beside it. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** About the width of a letter of the labels. */
export const LETTER = 6.6;
const MAX_LABEL_LETTERS = 16;
const MIN_LABEL_LETTERS = 7;
const MAX_HEIGHT = 380;
const COMPACT_FROM = 100_000;

export const formatValue = (value: number, unit = ''): string => {
  const text = numberFormatter(currentLocale(), { maximumSignificantDigits: 12 }).format(value);
  return unit === '' ? text : `${text} ${unit}`;
};

/** The numbers beside an axis: all of them short where one is large. */
export const formatTicks = (ticks: readonly number[]): readonly string[] => {
  const isLarge = ticks.some((tick) => Math.abs(tick) >= COMPACT_FROM);
  const format = numberFormatter(currentLocale(), {
    maximumSignificantDigits: 6,
    ...(isLarge ? { notation: 'compact' } : {}),
  });
  return ticks.map((tick) => format.format(tick));
};

export const shorten = (label: string, letters: number): string =>
  label.length > letters ? `${label.slice(0, letters - 1).trimEnd()}…` : label;

/** How many letters of each label there is room for, if it is more than a few. */
export const lettersIn = (room: number): number => {
  const letters = Math.floor((room - 8) / LETTER);
  return letters < MIN_LABEL_LETTERS ? MAX_LABEL_LETTERS : Math.min(MAX_LABEL_LETTERS, letters);
};

export const axisTitle = ({ label, unit }: Axis): string => (label && unit ? `${label} (${unit})` : label || unit);

export const frameFor = (width: number, yTicks: readonly number[], maxHeight = MAX_HEIGHT): Frame => {
  const longest = Math.max(...formatTicks(yTicks).map(({ length }) => length));
  return {
    width,
    height: Math.round(Math.min(maxHeight, Math.max(230, width * 0.52))),
    left: Math.ceil(longest * LETTER) + 14,
    right: 12,
    top: 14,
    bottom: 30,
  };
};

/** The colour of a series; also its sign and dashes, for who cannot tell colours apart. */
export const seriesColour = (at: number): string => `var(--series-${(at % 8) + 1})`;
export const DASHES = [undefined, '7 4', '2 3', '10 3 2 3', undefined, '7 4', '2 3', '10 3 2 3'] as const;

const SIGNS: readonly ((x: number, y: number, r: number) => string)[] = [
  (x, y, r) => `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`,
  (x, y, r) => `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (x, y, r) => `M${x},${y - 1.3 * r}L${x + 1.2 * r},${y + r}H${x - 1.2 * r}Z`,
  (x, y, r) => `M${x},${y - 1.4 * r}L${x + 1.4 * r},${y}L${x},${y + 1.4 * r}L${x - 1.4 * r},${y}Z`,
];

/** One point of a series. */
export const Sign = ({ series, x, y, r = 3.5 }: { series: number; x: number; y: number; r?: number }) => (
  <path
    d={SIGNS[series % SIGNS.length]?.(x, y, r)}
    fill={seriesColour(series)}
    className={styles['sign']}
    data-series={series}
  />
);

interface YAxisProps {
  readonly frame: Frame;
  readonly ticks: readonly number[];
  readonly y: (value: number) => number;
}

export const YAxis = ({ frame, ticks, y }: YAxisProps) => {
  const texts = formatTicks(ticks);
  return (
    <g>
      {ticks.map((tick, at) => (
        <g key={tick}>
          <line
            x1={frame.left}
            x2={frame.width - frame.right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? styles['zero'] : styles['grid']}
          />
          <text x={frame.left - 8} y={y(tick)} dy="0.32em" textAnchor="end" className={styles['tick']}>
            {texts[at]}
          </text>
        </g>
      ))}
    </g>
  );
};
