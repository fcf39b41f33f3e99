import type { Ref } from 'react';

import { Markdown } from '../../ui/markdown/markdown.tsx';
import { formatDate, type DocumentContent, type Layout, type DocumentPage } from './document-content.ts';
import styles from './document-head.module.css';

interface DocumentHeadProps {
  readonly content: DocumentContent;
  readonly page: DocumentPage;
  readonly layout: Layout;
  readonly headline: Ref<HTMLHeadingElement>;
}

/** Over the text: what was asked and when, the headline, and the opening paragraph where the layout sets it apart. */
export const DocumentHead = ({
  content: { query, time, streaming },
  page: { title, standfirst, parts },
  layout,
  headline,
}: DocumentHeadProps) => (
  <header className={styles['head']} data-layout={layout}>
    <p className={styles['masthead']}>
      <span className={styles['query']} dir="auto" title={query}>
        {query}
      </span>
      <time dateTime={time} dir="auto">
        {formatDate(time)}
      </time>
    </p>
    <h1
      ref={headline}
      tabIndex={-1}
      className={styles['headline']}
      dir="auto"
      data-long={title.length > 70 || undefined}
    >
      {title}
    </h1>
    {standfirst.text === '' ? null : (
      <div className={styles['standfirst']}>
        <Markdown
          text={standfirst.text}
          firstMark={standfirst.firstMark}
          streaming={streaming && parts.length === 0}
          className={styles['opening'] ?? ''}
        />
      </div>
    )}
  </header>
);
