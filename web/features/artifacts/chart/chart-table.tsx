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

/** The data of a chart, as a table. */
export const ChartTable = ({ table: { head, rows }, name, isShown, isOnPaper }: ChartTableProps) => (
  <div
    className={cx(isShown ? styles['data'] : 'visually-hidden', isOnPaper && styles['on-paper'])}
    {...(isShown ? { role: 'group', tabIndex: 0, 'aria-label': name } : {})}
  >
    <table>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th
              key={at}
              scope="col"
              dir="auto"
              className={rows.some((row) => typeof row[at] === 'number') ? styles['number'] : undefined}
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row" dir="auto">
                  {cell}
                </th>
              ) : (
                <td key={column} dir="auto" className={typeof cell === 'number' ? styles['number'] : undefined}>
                  {typeof cell === 'number' ? formatValue(cell) : (cell ?? '–')}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
