import { useState, type Ref } from 'react';

import type { Source } from '../../../src/contract/common.ts';
import { parseFileLink } from '../../lib/file-link.ts';
import { formatPublished } from '../../lib/format-published.ts';
import { foldSources } from '../../ui/citations/fold-sources.ts';
import { SiteIcon } from '../../ui/citations/site-icon.tsx';
import { SourceLink, useSourceOrigin, useSourceTitle } from '../../ui/citations/source-link.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './document-sources.module.css';
import { useTranslations } from './texts.ts';

interface SourceItemProps {
  readonly source: Source;
  readonly number: number;
  readonly brief: boolean;
}

const SourceItem = ({ source, number, brief }: SourceItemProps) => {
  const origin = useSourceOrigin()(source.url);
  const title = useSourceTitle()(source) || origin || source.url;
  const day = formatPublished(source.published);
  return (
    <li className={styles['item']} data-source={number}>
      <span className={styles['number']}>{number}</span>
      <div className={styles['text']}>
        <span className={styles['site']}>
          <SiteIcon address={source.url} icon={source.icon} />
          <span>{day ? `${origin} · ${day}` : origin}</span>
        </span>
        <SourceLink className={styles['title']} address={source.url} words={source.snippet}>
          {title}
        </SourceLink>
        {brief || source.snippet === '' ? null : (
          <p className={styles['snippet']} dir="auto">
            {source.snippet}
          </p>
        )}
        {parseFileLink(source.url) ? null : <span className={styles['address']}>{source.url}</span>}
      </div>
    </li>
  );
};

interface DocumentSourcesProps {
  readonly sources: readonly Source[];
  /** What cites them: of many those come first. Empty while it is being written. */
  readonly text: string;
  /** How many show before the rest is asked for. */
  readonly initialCount: number;
  /** In the margin: titles alone. */
  readonly aside?: boolean;
  /** All are shown, because one of them was asked for by its mark. */
  readonly all?: boolean;
  readonly ref?: Ref<HTMLElement>;
}

/** What the answer rests on, numbered as its marks are. What is folded away is still printed. */
export const DocumentSources = ({
  sources,
  text,
  initialCount,
  aside = false,
  all = false,
  ref,
}: DocumentSourcesProps) => {
  const t = useTranslations();
  const [expanded, setExpanded] = useState(false);
  if (sources.length === 0) return null;
  const count = sources.length;
  const { shown: first, folded } = foldSources(sources, text);
  const shown = [...first, ...folded].slice(0, expanded || all ? count : initialCount);
  const looks = aside
    ? {
        className: cx(styles['sources'], styles['aside']),
        'aria-label': t('mainSources'),
        'data-testid': 'doc-sidebar-sources',
      }
    : { className: styles['sources'], 'aria-label': t('sources'), 'data-testid': 'doc-sources' };
  return (
    <section ref={ref} {...looks}>
      <h2 className={styles['heading']}>{t('sources')}</h2>
      <ol className={styles['list']}>
        {shown.map(({ source, number }) => (
          <SourceItem key={source.id || number} source={source} number={number} brief={aside} />
        ))}
      </ol>
      {shown.length < count ? (
        <button type="button" dir="auto" className={styles['more']} onClick={() => setExpanded(true)}>
          {t('showAll', { count })}
        </button>
      ) : null}
    </section>
  );
};
