import type { FigureTable } from './figures.ts';

/** A line for each row, such as `Messages: 120 | 90`. */
export const figuresText = (tables: readonly FigureTable[]): readonly string[] =>
  tables.flatMap(({ title, heads, rows }) => {
    const head = heads.length > 0 ? `${title} (${heads.join(' | ')})` : title;
    return [...(head === '' ? [] : [head]), ...rows.map(([label, ...values]) => `${label}: ${values.join(' | ')}`), ''];
  });

const CELL = 'padding:7px 0;font-size:15px;line-height:1.4';
const EDGE = 'border-top:1px solid #ded8cd';

/** Names of models keep their direction in a text that runs the other way. */
const isolated = (text: string): string => `<span dir="auto">${text}</span>`;

interface Looks {
  /** Where numbers stand, as `align` says it: not all programs know logical directions. */
  readonly align: 'left' | 'right';
  readonly escape: (text: string) => string;
}

/** With more than two columns the title has a line of its own: a phone has no room beside it. */
const headRows = ({ title, heads }: FigureTable, { align, escape }: Looks): string => {
  if (title === '' && heads.length === 0) return '';
  const isWide = heads.length > 2;
  const titleCell =
    `<th class="ink" align="${align === 'right' ? 'left' : 'right'}"${isWide ? ` colspan="${heads.length + 1}"` : ''}` +
    ` style="padding:0 0 7px;font-size:15px;font-weight:600;color:#241d16">${escape(title)}</th>`;
  const cells = heads.map(
    (head) =>
      `<th class="quiet" align="${align}" style="padding:0 0 7px ` +
      `14px;font-size:13px;font-weight:400;color:#635b52">${escape(head)}</th>`,
  );
  return `<tr>${titleCell}${isWide ? '</tr><tr><td></td>' : ''}${cells.join('')}</tr>`;
};

const valueCell = (value: string, isFirst: boolean, { align, escape }: Looks): string =>
  `<td class="${isFirst ? 'ink' : 'quiet'} line" align="${align}" ` +
  `style="${CELL};${EDGE};padding-left:14px;white-space:nowrap;color:${isFirst ? '#241d16' : '#635b52'}">` +
  `${escape(value)}</td>`;

const figureTable = (table: FigureTable, looks: Looks): string => {
  const body = table.rows.map(([label = '', ...values]) => {
    const cells = values.map((value, at) => valueCell(value, at === 0, looks));
    return (
      `<tr><td class="ink line" ` +
      `style="${CELL};${EDGE};color:#241d16;overflow-wrap:anywhere">${isolated(looks.escape(label))}</td>` +
      `${cells.join('')}</tr>`
    );
  });
  return `
<tr><td style="padding:20px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"
  style="border-collapse:collapse">${headRows(table, looks)}${body.join('')}</table></td></tr>`;
};

export const figuresHtml = (tables: readonly FigureTable[], isRightToLeft: boolean, escape: Looks['escape']): string =>
  tables.map((table) => figureTable(table, { align: isRightToLeft ? 'left' : 'right', escape })).join('');
