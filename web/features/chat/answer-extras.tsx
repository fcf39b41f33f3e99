import { ArrowUpRight, CornerDownRight } from 'lucide-react';
import { memo } from 'react';

import type { RelatedQuestion, Source } from '../../../src/contract/common.ts';
import { siteOf, webAddress } from '../../lib/site.ts';
import { SiteIcon } from '../../ui/citations/site-icon.tsx';
import styles from './answer-extras.module.css';

const MOST_SOURCES = 6;

const SourceCard = ({ source: { url, title }, number }: { readonly source: Source; readonly number: number }) => {
  const address = webAddress(url);
  return address && (
    <li data-source={number}>
      <a href={address} target="_blank" rel="noreferrer noopener" className={styles['source']} title={title}>
        <span className={styles['site']}>
          <SiteIcon address={address} />
          <span className={styles['host']}>{siteOf(address)}</span>
          <span className={styles['number']}>{number}</span>
        </span>
        <span className={styles['title']} dir="auto">{title || siteOf(address)}</span>
      </a>
    </li>
  );
};

/** Where an answer comes from: at most six, in one row that scrolls by itself. */
export const SourcesStrip = memo(({ sources }: { readonly sources: readonly Source[] }) => (sources.length === 0 ? null : (
  <ol className={styles['sources']} aria-label="Sources">
    {sources.slice(0, MOST_SOURCES).map((source, at) => <SourceCard key={source.url} source={source} number={at + 1} />)}
  </ol>
)));
SourcesStrip.displayName = 'SourcesStrip';

interface RelatedProps {
  readonly questions: readonly RelatedQuestion[];
  readonly disabled: boolean;
  readonly onAsk: (text: string) => void;
}

/** Questions that lead on; a click asks. */
export const RelatedQuestions = ({ questions, disabled, onAsk }: RelatedProps) => (questions.length === 0 ? null : (
  <section className={styles['related']} aria-label="Related questions" data-testid="related-questions">
    <h3 className={styles['heading']}>Related</h3>
    <ul>
      {questions.map(({ id, text }) => (
        <li key={id}>
          <button type="button" disabled={disabled} className={styles['question']} onClick={() => onAsk(text)}>
            <CornerDownRight aria-hidden="true" />
            <span dir="auto">{text}</span>
            <ArrowUpRight aria-hidden="true" className={styles['go']} />
          </button>
        </li>
      ))}
    </ul>
  </section>
));
