import { isRecord } from './schema.ts';

/** What can be drawn from data. */
export const CHART_TYPES = ['bar', 'line', 'scatter', 'pie', 'table'] as const;

/** The language of a fenced block that is a chart. */
export const CHART_LANGUAGE = 'chart';

export const CHART_LIMITS = {
  series: 8,
  /** Columns of a table. */
  columns: 16,
  labels: 200,
  /** Of a scatter chart, in all series. */
  points: 1000,
  slices: 8,
  textLength: 120,
  value: 1e15,
} as const;

export interface Axis {
  readonly label: string;
  readonly unit: string;
}

/** A value that is missing is null; only tables have texts. */
export type Cell = number | string | null;

export interface Series<V> {
  readonly name: string;
  readonly values: readonly V[];
}

interface Titled {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
}

/** One value for each label in each series. */
export interface CategoryChart extends Titled {
  readonly type: 'bar' | 'line' | 'pie';
  readonly labels: readonly string[];
  readonly series: readonly Series<number | null>[];
}

export interface ScatterChart extends Titled {
  readonly type: 'scatter';
  readonly series: readonly Series<readonly [number, number]>[];
}

export interface TableChart extends Titled {
  readonly type: 'table';
  readonly labels: readonly string[];
  readonly series: readonly Series<Cell>[];
}

export type Chart = CategoryChart | ScatterChart | TableChart;

/** What is wrong, and in which field. */
export class InvalidChart extends Error {
  override readonly name = 'InvalidChart';

  constructor(
    readonly field: string,
    readonly problem: string,
  ) {
    super(`${field}: ${problem}`);
  }
}

const fail = (field: string, problem: string): never => {
  throw new InvalidChart(field, problem);
};

const readText = (value: unknown, field: string): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return fail(field, 'must be a text');
  if (text.length > CHART_LIMITS.textLength) return fail(field, `has more than ${CHART_LIMITS.textLength} characters`);
  return text.replace(/\s+/g, ' ').trim();
};

const readList = (value: unknown, field: string, max: number): readonly unknown[] => {
  if (!Array.isArray(value)) return fail(field, 'must be a list');
  if (value.length === 0) return fail(field, 'is empty');
  return value.length > max ? fail(field, `has ${value.length} entries, at most ${max} are possible`) : value;
};

const readNumber = (value: unknown, field: string): number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= CHART_LIMITS.value
    ? value
    : fail(field, 'must be a number');

const readAxis = (value: unknown, field: string): Axis => {
  if (value === undefined || value === null) return { label: '', unit: '' };
  if (typeof value === 'string') return { label: readText(value, field), unit: '' };
  if (!isRecord(value)) return fail(field, 'must have "label" and "unit"');
  return { label: readText(value['label'], `${field}.label`), unit: readText(value['unit'], `${field}.unit`) };
};

/** The series of a chart; `readValue` reads one value. */
const readSeries = <V>(
  value: unknown,
  max: number,
  readValues: (values: unknown, field: string) => readonly V[],
): readonly Series<V>[] =>
  readList(value, 'series', max).map((each, at) => {
    const field = `series[${at}]`;
    if (!isRecord(each)) return fail(field, 'must have "name" and "values"');
    return { name: readText(each['name'], `${field}.name`), values: readValues(each['values'], `${field}.values`) };
  });

const perLabel =
  <V>(labels: readonly string[], readValue: (value: unknown, field: string) => V) =>
  (values: unknown, field: string): readonly V[] => {
    const list = readList(values, field, CHART_LIMITS.labels);
    if (list.length !== labels.length) fail(field, `has ${list.length} values, but there are ${labels.length} labels`);
    return list.map((value, at) => readValue(value, `${field}[${at}]`));
  };

const readCell = (value: unknown, field: string): Cell =>
  value === null || typeof value === 'string'
    ? value === null
      ? null
      : readText(value, field)
    : readNumber(value, field);

const readMaybeNumber = (value: unknown, field: string): number | null =>
  value === null ? null : readNumber(value, field);

const readPoint = (value: unknown, field: string): readonly [number, number] => {
  if (!Array.isArray(value) || value.length !== 2) return fail(field, 'must be a pair [x, y]');
  const [x, y]: readonly unknown[] = value;
  return [readNumber(x, `${field}[0]`), readNumber(y, `${field}[1]`)];
};

const checkPie = (series: CategoryChart['series'], labels: readonly string[]): void => {
  const [only, ...others] = series;
  if (others.length > 0) fail('series', 'a pie has one series');
  if (labels.length > CHART_LIMITS.slices) fail('labels', `a pie has at most ${CHART_LIMITS.slices} slices`);
  const values = only?.values ?? [];
  const negative = values.findIndex((value) => value !== null && value < 0);
  if (negative >= 0) fail(`series[0].values[${negative}]`, 'a slice cannot be negative');
  if (values.reduce<number>((sum, value) => sum + (value ?? 0), 0) <= 0) fail('series[0].values', 'are all zero');
};

const readScatter = (value: unknown, titled: Titled): ScatterChart => {
  let points = 0;
  const series = readSeries(value, CHART_LIMITS.series, (values, field) => {
    const list = readList(values, field, CHART_LIMITS.points);
    points += list.length;
    if (points > CHART_LIMITS.points) fail('series', `have more than ${CHART_LIMITS.points} points`);
    return list.map((each, at) => readPoint(each, `${field}[${at}]`));
  });
  return { type: 'scatter', ...titled, series };
};

/** Reads a specification from outside. Throws `InvalidChart`, which names the field. */
export const parseChart = (value: unknown): Chart => {
  if (!isRecord(value)) return fail('chart', 'must be an object');
  const type =
    CHART_TYPES.find((each) => each === value['type']) ?? fail('type', `must be one of ${CHART_TYPES.join(', ')}`);
  const titled: Titled = {
    title: readText(value['title'], 'title'),
    x: readAxis(value['x'], 'x'),
    y: readAxis(value['y'], 'y'),
  };
  if (type === 'scatter') return readScatter(value['series'], titled);
  const labels = readList(value['labels'], 'labels', CHART_LIMITS.labels).map((label, at) =>
    readText(label, `labels[${at}]`),
  );
  if (type === 'table')
    return {
      type,
      ...titled,
      labels,
      series: readSeries(value['series'], CHART_LIMITS.columns, perLabel(labels, readCell)),
    };
  const series = readSeries(value['series'], CHART_LIMITS.series, perLabel(labels, readMaybeNumber));
  if (type === 'pie') checkPie(series, labels);
  return { type, ...titled, labels, series };
};

/** The chart of a block; undefined while it is written, and for what is none. */
export const readChartBlock = (source: string): Chart | undefined => {
  try {
    return parseChart(JSON.parse(source));
  } catch {
    return undefined;
  }
};

/** As a block of an answer has it. */
export const writeChartBlock = (chart: Chart): string => {
  const { type, title, x, y } = chart;
  const axes = { ...(x.label + x.unit !== '' && { x }), ...(y.label + y.unit !== '' && { y }) };
  const labels = 'labels' in chart ? { labels: chart.labels } : {};
  const head = JSON.stringify({ type, title, ...axes, ...labels }).slice(1, -1);
  const series = chart.series.map((each) => `    ${JSON.stringify(each)}`).join(',\n');
  return `\`\`\`${CHART_LANGUAGE}\n{\n  ${head},\n  "series": [\n${series}\n  ]\n}\n\`\`\``;
};

export interface ChartTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const withUnit = ({ label, unit }: Axis, fallback: string): string => {
  const name = label || fallback;
  return unit === '' ? name : `${name} (${unit})`;
};

/** The data as a table: what a chart says without a drawing. */
export const toChartTable = (chart: Chart): ChartTable => {
  if (chart.type === 'scatter')
    return {
      head: ['', withUnit(chart.x, 'x'), withUnit(chart.y, 'y')],
      rows: chart.series.flatMap(({ name, values }) => values.map(([x, y]) => [name, x, y])),
    };
  const unit = chart.y.unit === '' ? '' : ` (${chart.y.unit})`;
  const nameOf = (name: string): string => `${name || chart.y.label}${chart.type === 'table' ? '' : unit}`.trim();
  return {
    head: [withUnit(chart.x, ''), ...chart.series.map(({ name }) => nameOf(name))],
    rows: chart.labels.map((label, at) => [label, ...chart.series.map(({ values }) => values[at] ?? null)]),
  };
};

/** A spreadsheet takes a text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const toCsvCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const toCsv = ({ head, rows }: ChartTable): string =>
  [head, ...rows].map((row) => `${row.map(toCsvCell).join(',')}\r\n`).join('');
