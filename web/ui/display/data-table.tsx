import type { ReactNode } from 'react';

import styles from './data-table.module.css';

interface DataTableProps {
  /** Names the table and the box that it scrolls in. */
  readonly label: string;
  readonly head: readonly ReactNode[];
  /** Rows of `tr`. */
  readonly children: ReactNode;
  readonly busy?: boolean;
}

/**
 * Rows and columns. Where there is no room for them each row is a card, in which a cell names its column by its
 * `data-head`; one with `data-wide` takes the whole width.
 */
export const DataTable = ({ label, head, children, busy = false }: DataTableProps) => (
  <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
    <table className={styles['table']} aria-label={label} aria-busy={busy || undefined}>
      <thead>
        <tr>
          {head.map((header, at) => (
            <th key={at} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
