import { Fragment, useMemo } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { markWords } from '../../../src/shared/find-text.ts';
import styles from './marked-text.module.css';
import { useTranslations } from './texts.ts';

export interface MarkedProps {
  readonly text: string;
  readonly query: string;
}

/** A text in which the words that were searched for are marked. */
export const MarkedText = ({ text, query }: MarkedProps) => {
  const marks = useMemo(() => (query === '' ? [] : markWords(text, query)), [text, query]);
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.end ?? 0, start)}
          <mark className={styles['mark']}>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end)}
    </>
  );
};

/** Names the artifact that an excerpt is from. */
const FoundIn = ({ title }: { readonly title: string }) => {
  const t = useTranslations();
  return <span className={styles['foundIn']}>{title === '' ? t('foundInUntitled') : t('foundIn', { title })} </span>;
};

export interface ExcerptProps {
  readonly match: NonNullable<ChatSummary['match']>;
  readonly query: string;
}

/** The passage that the search found. */
export const Excerpt = ({ match: { artifact, excerpt }, query }: ExcerptProps) => (
  <span data-testid="chat-excerpt" dir="auto" className={styles['excerpt']}>
    {artifact ? <FoundIn title={artifact.title} /> : null}
    <MarkedText text={excerpt ?? ''} query={query} />
  </span>
);
