import { type Cell, type Chart, toChartTable } from './chart.ts';
import { escapeMarkdown } from './escape-markdown.ts';

const NAMES: Readonly<Record<Chart['type'], string>> = {
  bar: 'Bar chart',
  line: 'Line chart',
  scatter: 'Scatter chart',
  pie: 'Pie chart',
  table: 'Table',
};

/** What it is, and of what: "Line chart: Height by Time". */
export const describeChart = ({ type, x, y }: Chart): string => {
  const [across, up] = [escapeMarkdown(x.label), escapeMarkdown(y.label)];
  const what = up && across ? `${up} by ${across}` : up || across;
  return what === '' ? NAMES[type] : `${NAMES[type]}: ${what}`;
};

const toCell = (cell: Cell): string => (typeof cell === 'number' ? String(cell) : escapeMarkdown(cell ?? ''));

const writeRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The data of a chart as a table of Markdown. */
export const writeChartTable = (chart: Chart): string => {
  const { head, rows } = toChartTable(chart);
  const rule = head.map((_, at) => (rows.some((row) => typeof row[at] === 'number') ? '---:' : '---'));
  return [head.map(escapeMarkdown), rule, ...rows.map((row) => row.map(toCell))].map(writeRow).join('\n');
};
