import { Fragment, useMemo } from 'react';

import { markWords } from '../../../src/shared/find-text.ts';

/** A text in which the words that were searched for are marked. */
export const MarkedText = ({ text, query }: { readonly text: string; readonly query: string }) => {
  const marks = useMemo(() => (query === '' ? [] : markWords(text, query)), [text, query]);
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(marks[at - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.end)}
    </>
  );
};
