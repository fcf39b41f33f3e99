import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './data-table.module.css';

/** The head of a column that the rows can be sorted by. */
export interface SortableHead {
  readonly label: string;
  readonly sorted: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
}

interface DataTableProps {
  /** Names the table and the box that it scrolls in. */
  readonly label: string;
  readonly head: readonly (ReactNode | SortableHead)[];
  /** Rows of `tr`. */
  readonly children: ReactNode;
  readonly busy?: boolean;
}

const isSortable = (head: ReactNode | SortableHead): head is SortableHead =>
  typeof head === 'object' && head !== null && 'onSort' in head;

const Head = ({ head }: { readonly head: ReactNode | SortableHead }) =>
  isSortable(head) ? (
    <th scope="col" aria-sort={head.sorted ?? 'none'}>
      <button type="button" className={styles['sort']} onClick={head.onSort}>
        {head.label}
        {head.sorted === 'descending' ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
      </button>
      <span className={styles['heard']}>{head.label}</span>
    </th>
  ) : (
    <th scope="col">{head}</th>
  );

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
            <Head key={at} head={header} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
