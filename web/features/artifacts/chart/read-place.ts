import type { Chart } from '../../../../src/shared/chart.ts';
import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import { currentLocale } from '../../../lib/i18n/translations.ts';
import { formatValue } from './plot-parts.tsx';

/** How many places can be looked at one after the other: labels, or points. */
export const countPlaces = (chart: Chart): number =>
  chart.type === 'scatter' ? chart.series.reduce((sum, { values }) => sum + values.length, 0) : chart.labels.length;

export const formatShare = (share: number): string =>
  numberFormatter(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(share);

const readPoint = (chart: Extract<Chart, { type: 'scatter' }>, at: number): string => {
  let left = at;
  for (const { name, values } of chart.series) {
    const point = values[left];
    if (point)
      return (
        `${name ? `${name}: ` : ''}${formatValue(point[0], chart.x.unit)} ` + `· ${formatValue(point[1], chart.y.unit)}`
      );
    left -= values.length;
  }
  return '';
};

/** What stands at a place, in words. */
export const readPlace = (chart: Chart, at: number): string => {
  if (chart.type === 'scatter') return readPoint(chart, at);
  const values = chart.series.map(({ name, values: all }) => {
    const value = all[at];
    const text = typeof value === 'number' ? formatValue(value, chart.y.unit) : (value ?? '–');
    return name && chart.type !== 'pie' ? `${name} ${text}` : text;
  });
  const share = chart.type === 'pie' ? ` (${formatShare(shareOf(chart.series[0]?.values ?? [], at))})` : '';
  return `${chart.labels[at] ?? ''}: ${values.join(', ')}${share}`;
};

export const shareOf = (values: readonly (number | null)[], at: number): number =>
  (values[at] ?? 0) / values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
