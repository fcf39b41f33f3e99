import type { ChartTable as Table } from '../../../../src/shared/chart.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './chart.module.css';
import { formatValue } from './plot-parts.tsx';

interface ChartTableProps {
  readonly table: Table;
  readonly name: string;
  /** Where it is not seen it is still read aloud. */
  readonly isShown: boolean;
  /** Paper has it in either case. */
  readonly isOnPaper: boolean;
}

const numericColumns = ({ head, rows }: Table): readonly boolean[] =>
  head.map((_, column) => rows.some((row) => typeof row[column] === 'number'));

/** The data of a chart, as a table. */
export const ChartTable = ({ table, name, isShown, isOnPaper }: ChartTableProps) => {
  const { head, rows } = table;
  const isNumeric = numericColumns(table);
  return (
    <div
      className={cx(isShown ? styles['data'] : 'visually-hidden', isOnPaper && styles['on-paper'])}
      {...(isShown ? { role: 'group', tabIndex: 0, 'aria-label': name } : {})}
    >
      <table>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            {head.map((cell, at) =>
              cell === '' ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col" className={isNumeric[at] ? styles['number'] : undefined}>
                  <bdi>{cell}</bdi>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    <bdi>{cell}</bdi>
                  </th>
                ) : (
                  <td
                    key={column}
                    className={isNumeric[column] && typeof cell !== 'string' ? styles['number'] : undefined}
                  >
                    <bdi>{typeof cell === 'number' ? formatValue(cell) : (cell ?? '–')}</bdi>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
