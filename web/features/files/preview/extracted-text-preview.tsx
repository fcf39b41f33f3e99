import { useEffect, useMemo, useRef } from 'react';

import type { FileText } from '../files-api.ts';
import { MAX_COLUMNS, MAX_ROWS, toPages, type Part, type Table } from './extracted-text.ts';
import styles from './file-preview.module.css';
import { useTranslations } from '../texts.ts';
import { usePassage } from './use-passage.ts';

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
  if (part.kind === 'table') return <TableView table={part} />;
  if (part.kind === 'list')
    return (
      <ul className={styles['list']}>
        {part.items.map(({ text, depth }, at) => (
          <li key={at} data-depth={depth} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    );
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

interface ExtractedTextPreviewProps {
  readonly text: FileText;
  /** The page to begin at. */
  readonly page: number | null;
  /** Words to begin at. */
  readonly find: string | undefined;
  /** Its pages are slides. */
  readonly hasSlides: boolean;
}

/** A document or a table as it was read: its words in their order, without its looks. */
export const ExtractedTextPreview = ({
  text: { blocks, cut },
  page: target,
  find,
  hasSlides,
}: ExtractedTextPreviewProps) => {
  const box = usePassage(find);
  const t = useTranslations();
  const { pages, isLarge } = useMemo(() => toPages(blocks), [blocks]);
  const wanted = useRef<HTMLElement>(null);
  useEffect(() => wanted.current?.scrollIntoView?.({ block: 'start' }), [target]);
  return (
    <div ref={box} className={styles['read']}>
      <p className={styles['facts']} role="note">
        {t(cut || isLarge ? 'textBeginning' : 'textOnly')}
      </p>
      {pages.map(({ page, parts }, index) => (
        <section key={index} ref={page !== null && page === target ? wanted : null} className={styles['section']}>
          {page === null ? null : (
            <p className={styles['number']}>{t(hasSlides ? 'slideNumber' : 'pageNumber', { page })}</p>
          )}
          {parts.map((part, at) => (
            <PartView key={at} part={part} />
          ))}
        </section>
      ))}
    </div>
  );
};
