import type { FigureTable } from './figures.ts';

/** A line for each row, such as `Messages: 120 | 90`. */
export const figuresText = (tables: readonly FigureTable[]): readonly string[] =>
  tables.flatMap(({ title, heads, rows }) => {
    const head = heads.length > 0 ? `${title} (${heads.join(' | ')})` : title;
    return [...(head === '' ? [] : [head]), ...rows.map(([label, ...values]) => `${label}: ${values.join(' | ')}`), ''];
  });

const CELL = 'padding:7px 0;font-size:15px;line-height:1.4';
const EDGE = 'border-top:1px solid #ded8cd';

/** Numbers stand at the end of the line, as `align` says it: not all programs know logical directions. */
const figureTable = ({ title, heads, rows }: FigureTable, align: string, escape: (text: string) => string): string => {
  const headCells = heads.map(
    (head) =>
      `<th class="quiet" align="${align}" style="padding:0 0 7px 16px;font-size:13px;font-weight:400;color:#635b52">${escape(head)}</th>`,
  );
  const start = align === 'right' ? 'left' : 'right';
  const head =
    title === '' && heads.length === 0
      ? ''
      : `<tr><th class="ink" align="${start}" style="padding:0 0 7px;font-size:15px;font-weight:600;color:#241d16">${escape(title)}</th>${headCells.join('')}</tr>`;
  const body = rows.map(([label = '', ...values]) => {
    const cells = values.map(
      (value, at) =>
        `<td class="${at === 0 ? 'ink' : 'quiet'} line" align="${align}" style="${CELL};${EDGE};padding-left:16px;white-space:nowrap;color:${at === 0 ? '#241d16' : '#635b52'}">${escape(value)}</td>`,
    );
    return `<tr><td class="ink line" style="${CELL};${EDGE};color:#241d16;word-break:break-word">${escape(label)}</td>${cells.join('')}</tr>`;
  });
  return `
<tr><td style="padding:20px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${head}${body.join('')}</table></td></tr>`;
};

export const figuresHtml = (
  tables: readonly FigureTable[],
  isRightToLeft: boolean,
  escape: (text: string) => string,
): string => tables.map((table) => figureTable(table, isRightToLeft ? 'left' : 'right', escape)).join('');
