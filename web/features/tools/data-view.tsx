import { useState } from 'react';

import { isRecord } from '../../../src/shared/schema.ts';
import { Button } from '../../ui/button.tsx';
import styles from './data-view.module.css';
import { findTable, formatScalar, isNumeric, isScalar, isShortList, type Table } from './json-value.ts';
import { useStepTranslations } from './step-texts.ts';

/** So many entries of a list or object are shown at first. */
const MAX_ENTRIES = 20;
/** Below this depth, data is shown as its text. */
const MAX_DEPTH = 8;

const useShown = <T,>(all: readonly T[]) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? all : all.slice(0, MAX_ENTRIES);
  return { shown, hidden: all.length - shown.length, showAll: () => setWhole(true) };
};

const More = ({ hidden, onShow }: { readonly hidden: number; readonly onShow: () => void }) => {
  const t = useStepTranslations();
  return hidden === 0 ? null : (
    <Button size="s" variant="quiet" onClick={onShow}>
      {t('showMore', { count: hidden })}
    </Button>
  );
};

/** So few characters are not broken into lines. */
const MAX_SHORT = 16;

const Cell = ({ value, isNumber }: { readonly value: unknown; readonly isNumber: boolean }) => {
  const text = isScalar(value) ? formatScalar(value) : '';
  return (
    <td dir="auto" data-number={isNumber || undefined} data-short={text.length <= MAX_SHORT || undefined}>
      {text}
    </td>
  );
};

const TableView = ({ table: { columns, rows }, label }: { readonly table: Table; readonly label: string }) => {
  const { shown, hidden, showAll } = useShown(rows);
  return (
    <>
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
        <table className={styles['table']}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-number={isNumeric(rows, column) || undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                {columns.map((column) => (
                  <Cell key={column} value={row[column]} isNumber={isNumeric(rows, column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More hidden={hidden} onShow={showAll} />
    </>
  );
};

interface NodeProps {
  readonly value: unknown;
  readonly depth: number;
}

const Scalar = ({ value }: { readonly value: unknown }) => (
  <span dir="auto" className={styles['scalar']} data-type={value === null ? 'null' : typeof value}>
    {isScalar(value) ? formatScalar(value) : JSON.stringify(value)}
  </span>
);

const Entries = ({
  entries,
  depth,
}: {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly depth: number;
}) => {
  const { shown, hidden, showAll } = useShown(entries);
  return (
    <>
      <dl className={styles['entries']}>
        {shown.map(([name, value]) => (
          <div
            key={name}
            className={styles['entry']}
            data-nested={(!isScalar(value) && !isShortList(value)) || undefined}
          >
            <dt>{name}</dt>
            <dd>
              <Node value={value} depth={depth + 1} />
            </dd>
          </div>
        ))}
      </dl>
      <More hidden={hidden} onShow={showAll} />
    </>
  );
};

const Items = ({ items, depth }: { readonly items: readonly unknown[]; readonly depth: number }) => {
  const { shown, hidden, showAll } = useShown(items);
  return (
    <>
      <ul className={styles['items']}>
        {shown.map((item, at) => (
          <li key={at}>
            <Node value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
      <More hidden={hidden} onShow={showAll} />
    </>
  );
};

const Chips = ({ items }: { readonly items: readonly (string | number | boolean | null)[] }) => (
  <ul className={styles['chips']}>
    {items.map((item, at) => (
      <li key={at} dir="auto">
        {formatScalar(item)}
      </li>
    ))}
  </ul>
);

const Empty = () => {
  const t = useStepTranslations();
  return <span className={styles['empty']}>{t('nothing')}</span>;
};

const Node = ({ value, depth }: NodeProps) => {
  if (isScalar(value) || depth > MAX_DEPTH) return <Scalar value={value} />;
  if (isShortList(value)) return <Chips items={value} />;
  if (Array.isArray(value)) return value.length === 0 ? <Empty /> : <Items items={value} depth={depth} />;
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries.length === 0 ? <Empty /> : <Entries entries={entries} depth={depth} />;
};

export const NamesAndValues = ({ value }: Pick<NodeProps, 'value'>) => (
  <div className={styles['data']}>
    <Node value={value} depth={0} />
  </div>
);

/** Data of a tool: a table where it is a list of records, else names and values. */
export const DataView = ({ value, label }: { readonly value: unknown; readonly label: string }) => {
  const table = findTable(value);
  return table ? <TableView table={table} label={label} /> : <NamesAndValues value={value} />;
};
