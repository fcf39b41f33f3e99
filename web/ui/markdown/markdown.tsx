import { memo, useMemo, useState } from 'react';

import { cx } from '../cx.ts';
import { BlockSplitter, type Block, type Blocks } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { LazyPart, useLazyPart } from './lazy-part.ts';
import styles from './markdown.module.css';
import { mended } from './mend.ts';
import { TailSplitter } from './tail.ts';

interface MarkdownProps {
  readonly text: string;
  /** More text comes: the last block is drawn as far as it makes sense. */
  readonly streaming?: boolean;
  readonly className?: string;
}

type Definitions = Blocks['definitions'];

const renderer = new LazyPart(() => import('./rich-text.tsx'));

/** Fetches the renderer while the page has nothing better to do, so that the first reply need not wait for it. */
export const preloadMarkdown = (): void => { void renderer.load(); };

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
  const [splitter] = useState(() => new TailSplitter());
  if (!part) return <p className={styles['plain']}>{block.text}</p>;
  const text = unfinished ? mended(block.text, block.missing) : block.text + block.missing;
  // Mended text is cut before the end of what came, so nothing may be put behind it.
  const { head, tail } = unfinished && text === block.text ? splitter.update(text) : { head: text, tail: '' };
  return <part.RichText text={withTargets(head, definitions)} tail={tail} growing={unfinished} />;
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
}

/** A block keeps its place in its group when it settles, so nothing of it is built anew. */
const Group = memo(({ blocks, open, definitions, streaming, resting }: GroupProps) => (
  <div className={cx(styles['group'], resting && styles['resting'])}>
    {blocks.map((block, at) => <BlockView key={at} block={block} definitions={definitions} streaming={false} />)}
    {open && <BlockView key={blocks.length} block={open} definitions={definitions} streaming={streaming} />}
  </div>
));
Group.displayName = 'Group';

/** Text as people and models write it: Markdown with tables, code and formulas. While it streams only its last block is drawn anew. */
export const Markdown = memo(({ text, streaming = false, className }: MarkdownProps) => {
  const [splitter] = useState(() => new BlockSplitter());
  // The end of a finished text ends its last line too.
  const { groups, recent, open, definitions } = useMemo(() => splitter.update(streaming ? text : `${text}\n`), [splitter, text, streaming]);
  return (
    <div className={cx(styles['prose'], className)}>
      {groups.map((group, at) => <Group key={at} blocks={group} open={null} definitions={definitions} streaming={false} resting={streaming} />)}
      <Group key={groups.length} blocks={recent} open={open} definitions={definitions} streaming={streaming} resting={false} />
    </div>
  );
});
Markdown.displayName = 'Markdown';
