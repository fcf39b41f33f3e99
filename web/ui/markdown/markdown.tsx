import { memo, use, useMemo, useState } from 'react';

import { cx } from '../cx.ts';
import { BlockSplitter, type Block, type Blocks } from './blocks.ts';
import { CitingContext, FirstMark } from './citing.ts';
import { CodeBlock } from './code-block.tsx';
import { LazyPart, useLazyPart } from './lazy-part.ts';
import styles from './markdown.module.css';
import { countMarks, withoutHalfMark } from './marks.ts';
import { mended } from './mend.ts';
import { TailSplitter } from './tail.ts';

interface MarkdownProps {
  readonly text: string;
  /** More text comes: the last block is drawn as far as it makes sense. */
  readonly streaming?: boolean;
  readonly className?: string;
  /** How many marks stand before this text, where it is part of a longer one. */
  readonly firstMark?: number;
}

type Definitions = Blocks['definitions'];

const renderer = new LazyPart(() => import('./rich-text.tsx'));

/** Fetches the renderer while the page has nothing better to do, so that the first reply need not wait for it. */
export const preloadMarkdown = (): void => { void renderer.load(); };

/** Settles when texts are drawn as they should be, or never will. */
export const markdownReady = (): Promise<void> => renderer.load();

/** A block alone does not see a link target named elsewhere, so those that it names are put under it. */
const withTargets = (text: string, definitions: Definitions): string => {
  if (definitions.size === 0 || !text.includes('[')) return text;
  const lower = text.toLowerCase();
  const named = [...definitions].filter(([label, line]) => lower.includes(`[${label}]`) && !text.includes(line)).map(([, line]) => line);
  return named.length === 0 ? text : `${text}\n\n${named.join('\n')}`;
};

interface BlockViewProps {
  readonly block: Block;
  readonly definitions: Definitions;
  readonly streaming: boolean;
}

const TextView = ({ block, definitions, unfinished }: Omit<BlockViewProps, 'streaming'> & { readonly unfinished: boolean }) => {
  const part = useLazyPart(renderer, true);
  const known = use(CitingContext)?.known ?? 0;
  const [splitter] = useState(() => new TailSplitter());
  if (!part) return <p className={styles['plain']}>{block.text}</p>;
  const whole = unfinished ? mended(block.text, block.missing) : block.text + block.missing;
  const text = unfinished && known > 0 ? withoutHalfMark(whole) : whole;
  // Mended text is cut before the end of what came, so nothing may be put behind it.
  const { head, tail } = unfinished && text === block.text ? splitter.update(text) : { head: text, tail: '' };
  return <part.RichText text={withTargets(head, definitions)} tail={tail} growing={unfinished} known={known} />;
};

const BlockView = memo(({ block, definitions, streaming }: BlockViewProps) => {
  const unfinished = streaming && !block.closed;
  if (block.kind === 'code') {
    return <div className={styles['block']}><CodeBlock code={block.text} language={block.language} finished={!unfinished} /></div>;
  }
  return <div className={styles['block']} dir="auto"><TextView block={block} definitions={definitions} unfinished={unfinished} /></div>;
});
BlockView.displayName = 'BlockView';

interface GroupProps {
  readonly blocks: readonly Block[];
  readonly open: Block | null;
  readonly definitions: Definitions;
  readonly streaming: boolean;
  /** Nothing of it changes any more, while text goes on growing under it. */
  readonly resting: boolean;
  /** How many marks stand before each block; null where marks are not counted. */
  readonly marks: readonly number[] | null;
}

/** A block keeps its place in its group when it settles, so nothing of it is built anew. */
const Group = memo(({ blocks, open, definitions, streaming, resting, marks }: GroupProps) => (
  <div className={cx(styles['group'], resting && styles['resting'])}>
    {blocks.map((block, at) => (
      <FirstMark key={at} value={marks?.[at] ?? 0}><BlockView block={block} definitions={definitions} streaming={false} /></FirstMark>
    ))}
    {open && (
      <FirstMark key={blocks.length} value={marks?.[blocks.length] ?? 0}><BlockView block={open} definitions={definitions} streaming={streaming} /></FirstMark>
    )}
  </div>
));
Group.displayName = 'Group';

/** For each group, how many marks stand before each of its blocks and before its end. */
const marksBefore = (groups: readonly (readonly Block[])[], first: number): readonly (readonly number[])[] => {
  let count = first;
  return groups.map((blocks) => [
    ...blocks.map((block) => {
      const before = count;
      if (block.kind === 'text') count += countMarks(block.text);
      return before;
    }),
    count,
  ]);
};

/** Text as people and models write it: Markdown with tables, code and formulas. While it streams only its last block is drawn anew. */
export const Markdown = memo(({ text, streaming = false, className, firstMark = 0 }: MarkdownProps) => {
  const [splitter] = useState(() => new BlockSplitter());
  // The end of a finished text ends its last line too.
  const { groups, recent, open, definitions } = useMemo(() => splitter.update(streaming ? text : `${text}\n`), [splitter, text, streaming]);
  const counted = !streaming && (use(CitingContext)?.mark ?? null) !== null;
  const marks = useMemo(() => (counted ? marksBefore([...groups, recent], firstMark) : []), [counted, groups, recent, firstMark]);
  return (
    <div className={cx(styles['prose'], className)}>
      {groups.map((group, at) => (
        <Group key={at} blocks={group} open={null} definitions={definitions} streaming={false} resting={streaming} marks={marks[at] ?? null} />
      ))}
      <Group key={groups.length} blocks={recent} open={open} definitions={definitions} streaming={streaming} resting={false}
        marks={marks[groups.length] ?? null} />
    </div>
  );
});
Markdown.displayName = 'Markdown';
