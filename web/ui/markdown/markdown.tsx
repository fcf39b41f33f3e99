import { memo, use, useMemo, useState } from 'react';

import { cx } from '../cx.ts';
import { BlockSplitter, type Block, type Blocks } from './blocks.ts';
import { CitingContext, FirstMark } from './citing.ts';
import { CodeBlock } from './code-block.tsx';
import { LazyPart, useLazyPart } from './lazy-part.ts';
import styles from './markdown.module.css';
import { isTooIntricate, LONGEST_BLOCK, MOST_IN_TEXT } from './limits.ts';
import { countMarks, withoutHalfMark } from './marks.ts';
import { lettersOfFormulas } from './maths.ts';
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

/** Put under every block that names it, so it must be short. */
const LONGEST_TARGET = 500;

const renderer = new LazyPart(() => import('./rich-text.tsx'));

/** Fetches the renderer while the page has nothing better to do, so that the first reply need not wait for it. */
export const preloadMarkdown = (): void => {
  void renderer.load();
};

/** Settles when texts are drawn as they should be, or never will. */
export const markdownReady = (): Promise<void> => renderer.load();

/** A block alone does not see a link target named elsewhere, so those that it names are put under it. */
const withTargets = (text: string, definitions: Definitions): string => {
  if (definitions.size === 0 || !text.includes('[')) return text;
  const named = new Set<string>();
  for (const [, label = ''] of text.matchAll(/\[([^\][]{1,200})\]/g)) {
    const line = definitions.get(label.toLowerCase());
    if (line !== undefined && line.length <= LONGEST_TARGET) named.add(line);
  }
  return named.size === 0 ? text : `${text}\n\n${[...named].join('\n')}`;
};

interface BlockViewProps {
  readonly block: Block;
  readonly definitions: Definitions;
  readonly streaming: boolean;
  /** Whether its formulas are still within what a text may have. */
  readonly typeset: boolean;
}

const drawn = (block: Block, unfinished: boolean, known: number): string => {
  if (block.text.length > LONGEST_BLOCK) return block.text;
  const whole = unfinished ? mended(block.text, block.missing) : block.text + block.missing;
  return unfinished && known > 0 ? withoutHalfMark(whole) : whole;
};

const TextView = ({
  block,
  definitions,
  unfinished,
  typeset,
}: Omit<BlockViewProps, 'streaming'> & { readonly unfinished: boolean }) => {
  const part = useLazyPart(renderer, true);
  const known = use(CitingContext)?.known ?? 0;
  const [splitter] = useState(() => new TailSplitter());
  const text = drawn(block, unfinished, known);
  const isPlain = useMemo(() => isTooIntricate(text), [text]);
  if (!part || isPlain) return <p className={styles['plain']}>{block.text}</p>;
  // Mended text is cut before the end of what came, so nothing may be put behind it.
  const { head, tail } = unfinished && text === block.text ? splitter.update(text) : { head: text, tail: '' };
  return (
    <part.RichText
      text={withTargets(head, definitions)}
      tail={tail}
      growing={unfinished}
      known={known}
      typeset={typeset}
    />
  );
};

const BlockView = memo(({ block, definitions, streaming, typeset }: BlockViewProps) => {
  const unfinished = streaming && !block.closed;
  if (block.kind === 'code') {
    return (
      <div className={styles['block']}>
        <CodeBlock code={block.text} language={block.language} finished={!unfinished} />
      </div>
    );
  }
  return (
    <div className={styles['block']} dir="auto">
      <TextView block={block} definitions={definitions} unfinished={unfinished} typeset={typeset} />
    </div>
  );
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
  readonly typeset: boolean;
}

/** A block keeps its place in its group when it settles, so nothing of it is built anew. */
const Group = memo(({ blocks, open, definitions, streaming, resting, marks, typeset }: GroupProps) => (
  <div className={cx(styles['group'], resting && styles['resting'])}>
    {blocks.map((block, at) => (
      <FirstMark key={at} value={marks?.[at] ?? 0}>
        <BlockView block={block} definitions={definitions} streaming={false} typeset={typeset} />
      </FirstMark>
    ))}
    {open && (
      <FirstMark key={blocks.length} value={marks?.[blocks.length] ?? 0}>
        <BlockView block={open} definitions={definitions} streaming={streaming} typeset={typeset} />
      </FirstMark>
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

const formulasOf = new WeakMap<readonly Block[], number>();

const lettersIn = (group: readonly Block[]): number => {
  const letters =
    formulasOf.get(group) ??
    group.reduce((sum, { kind, text }) => sum + (kind === 'text' ? lettersOfFormulas(text) : 0), 0);
  formulasOf.set(group, letters);
  return letters;
};

/** For each group, and for what follows them, whether its formulas are still typeset. */
const typesetIn = (groups: readonly (readonly Block[])[]): readonly boolean[] => {
  let letters = 0;
  return [...groups, []].map((group) => {
    const before = letters;
    letters += lettersIn(group);
    return before <= MOST_IN_TEXT;
  });
};

/** Text as people and models write it: Markdown with tables, code and formulas. While it streams only its last block is drawn anew. */
export const Markdown = memo(({ text, streaming = false, className, firstMark = 0 }: MarkdownProps) => {
  const [splitter] = useState(() => new BlockSplitter());
  // The end of a finished text ends its last line too.
  const { groups, recent, open, definitions } = useMemo(
    () => splitter.update(streaming ? text : `${text}\n`),
    [splitter, text, streaming],
  );
  const counted = !streaming && (use(CitingContext)?.mark ?? null) !== null;
  const marks = useMemo(
    () => (counted ? marksBefore([...groups, recent], firstMark) : []),
    [counted, groups, recent, firstMark],
  );
  const typeset = useMemo(() => typesetIn(groups), [groups]);
  return (
    <div className={cx(styles['prose'], className)}>
      {groups.map((group, at) => (
        <Group
          key={at}
          blocks={group}
          open={null}
          definitions={definitions}
          streaming={false}
          resting={streaming}
          marks={marks[at] ?? null}
          typeset={typeset[at] ?? true}
        />
      ))}
      <Group
        key={groups.length}
        blocks={recent}
        open={open}
        definitions={definitions}
        streaming={streaming}
        resting={false}
        marks={marks[groups.length] ?? null}
        typeset={typeset[groups.length] ?? true}
      />
    </div>
  );
});
Markdown.displayName = 'Markdown';
