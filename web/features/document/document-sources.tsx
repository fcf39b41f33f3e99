import { useState, type Ref } from 'react';

import type { Source } from '../../../src/contract/common.ts';
import { siteOf, webAddress } from '../../lib/site.ts';
import { SiteIcon } from '../../ui/citations/site-icon.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './document-sources.module.css';

/** Never more, however many were sent. */
const MOST = 6;

interface SourceItemProps {
  readonly source: Source;
  readonly number: number;
  readonly brief: boolean;
}

const SourceItem = ({ source, number, brief }: SourceItemProps) => {
  const address = webAddress(source.url);
  const title = source.title || siteOf(source.url) || source.url;
  return (
    <li className={styles['item']} data-source={number}>
      <span className={styles['number']}>{number}</span>
      <div className={styles['text']}>
        <span className={styles['site']}><SiteIcon address={source.url} /><span>{siteOf(source.url)}</span></span>
        {address === null
          ? <span className={styles['title']} dir="auto">{title}</span>
          : <a className={styles['title']} dir="auto" href={address} target="_blank" rel="noopener noreferrer">{title}</a>}
        {brief || source.snippet === '' ? null : <p className={styles['snippet']} dir="auto">{source.snippet}</p>}
        <span className={styles['address']}>{source.url}</span>
      </div>
    </li>
  );
};

interface DocumentSourcesProps {
  readonly sources: readonly Source[];
  /** How many show before the rest is asked for. */
  readonly first: number;
  /** In the margin: titles alone. */
  readonly aside?: boolean;
  /** All are shown, because one of them was asked for by its mark. */
  readonly all?: boolean;
  readonly ref?: Ref<HTMLElement>;
}

/** What the answer rests on, numbered as its marks are. What is folded away is still printed. */
export const DocumentSources = ({ sources, first, aside = false, all = false, ref }: DocumentSourcesProps) => {
  const [opened, setOpened] = useState(false);
  if (sources.length === 0) return null;
  const shown = sources.slice(0, opened || all ? MOST : first);
  const count = Math.min(sources.length, MOST);
  const looks = aside
    ? { className: cx(styles['sources'], styles['aside']), 'aria-label': 'Main sources', 'data-testid': 'doc-sidebar-sources' }
    : { className: styles['sources'], 'aria-label': 'Sources', 'data-testid': 'doc-sources' };
  return (
    <section ref={ref} {...looks}>
      <h2 className={styles['heading']}>Sources</h2>
      <ol className={styles['list']}>
        {shown.map((source, at) => <SourceItem key={source.id || at} source={source} number={at + 1} brief={aside} />)}
      </ol>
      {shown.length < count
        ? <button type="button" className={styles['more']} onClick={() => setOpened(true)}>{`Show all ${count}`}</button>
        : null}
    </section>
  );
};
