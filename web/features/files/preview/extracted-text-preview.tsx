import { useMemo } from 'react';

import type { FileText } from '../files-api.ts';
import styles from './file-preview.module.css';
import { useTranslations } from '../texts.ts';

type Block = FileText['blocks'][number];

/** Larger tables are cut, because they would block the page. */
const MAX_ROWS = 1000;
const MAX_COLUMNS = 60;

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Part = Block | Table;

const splitCells = (row: string): string[] => row.split(' | ');

/** Pieces of one table begin with the same row, which names the columns: they become one again. */
const mergeTables = (blocks: readonly Block[]): Part[] => {
  const parts: Part[] = [];
  let head: string | null = null;
  let rows: string[][] = [];
  for (const block of blocks) {
    const [first = '', ...rest] = block.kind === 'table' ? block.text.split('\n') : [];
    if (block.kind !== 'table') parts.push(block);
    else if (first !== head) {
      rows = [];
      parts.push({ head: splitCells(first), rows });
    }
    head = block.kind === 'table' ? first : null;
    for (const row of rest) rows.push(splitCells(row));
  }
  return parts;
};

const isLarge = (part: Part): boolean =>
  'head' in part && (part.head.length > MAX_COLUMNS || part.rows.length > MAX_ROWS);

const TableView = ({ table: { head, rows } }: { readonly table: Table }) => {
  const t = useTranslations();
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('table')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {head.slice(0, MAX_COLUMNS).map((cell, at) => (
              <th key={at} scope="col" dir="auto">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            <tr key={index}>
              {head.slice(0, MAX_COLUMNS).map((_, at) => (
                <td key={at} dir="auto">
                  {row[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const PartView = ({ part }: { readonly part: Part }) => {
  if ('head' in part) return <TableView table={part} />;
  if (part.kind === 'heading')
    return (
      <h3 className={styles['heading']} data-level={part.level} dir="auto">
        {part.text}
      </h3>
    );
  return part.kind === 'code' ? (
    <pre className={styles['plain']} tabIndex={0}>
      {part.text}
    </pre>
  ) : (
    <p className={styles['paragraph']} dir="auto">
      {part.text}
    </p>
  );
};

/** A document or a table as it was read: its words in their order, without its looks. */
export const ExtractedTextPreview = ({ text: { blocks, cut } }: { readonly text: FileText }) => {
  const t = useTranslations();
  const parts = useMemo(() => mergeTables(blocks), [blocks]);
  return (
    <div className={styles['read']}>
      <p className={styles['facts']} role="note">
        {t(cut || parts.some(isLarge) ? 'textBeginning' : 'textOnly')}
      </p>
      {parts.map((part, at) => (
        <PartView key={at} part={part} />
      ))}
    </div>
  );
};
