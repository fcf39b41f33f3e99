import { memo, use, useId, useMemo, useState } from 'react';

import { cx } from '../cx.ts';
import { BlockSplitter, type Block, type Blocks } from './block-splitter.ts';
import { AnchorContext, CitationContext, FirstMarkContext } from './citation-context.ts';
import { CodeBlock } from './code-block.tsx';
import { LazyModule, useLazyModule } from './lazy-module.ts';
import styles from './markdown.module.css';
import { isTooComplex, MAX_BLOCK_LENGTH, MAX_FORMULA_LENGTH_PER_TEXT } from './complexity-limits.ts';
import { countMarks, trimPartialMark } from './citation-marks.ts';
import { countFormulaCharacters } from './formulas.ts';
import { repairMarkdown } from './repair-markdown.ts';
import { PlainTextTailSplitter } from './plain-text-tail.ts';

interface MarkdownProps {
  readonly text: string;
  /** More text comes: the last block is drawn as far as it makes sense. */
  readonly streaming?: boolean;
  readonly className?: string;
  /** The number of marks before this text, if it is a part of a longer one. */
  readonly firstMark?: number;
}

type Definitions = Blocks['definitions'];

/** Put under every block that names it, so it must be short. */
const MAX_TARGET_LENGTH = 500;

const renderer = new LazyModule(() => import('./rich-text.tsx'));

/** Fetches the renderer while the page has nothing better to do, so that the first reply need not wait for it. */
export const preloadMarkdown = (): void => {
  void renderer.load();
};

/** Settles when texts are drawn as they should be, or never will. */
export const markdownReady = (): Promise<void> => renderer.load();

/** A block alone does not see a link target named elsewhere, so those that it names are put under it. */
const withDefinitions = (text: string, definitions: Definitions): string => {
  if (definitions.size === 0 || !text.includes('[')) return text;
  const definitionsUsed = new Set<string>();
  for (const [, label = ''] of text.matchAll(/\[([^\][]{1,200})\]/g)) {
    const line = definitions.get(label.toLowerCase());
    if (line !== undefined && line.length <= MAX_TARGET_LENGTH) definitionsUsed.add(line);
  }
  return definitionsUsed.size === 0 ? text : `${text}\n\n${[...definitionsUsed].join('\n\n')}`;
};

interface BlockViewProps {
  readonly block: Block;
  readonly definitions: Definitions;
  readonly streaming: boolean;
  /** Whether its formulas are still within what a text may have. */
  readonly typeset: boolean;
}

const textToRender = (block: Block, unfinished: boolean, sourceCount: number): string => {
  if (block.text.length > MAX_BLOCK_LENGTH) return block.text;
  const fullText = unfinished ? repairMarkdown(block.text, block.closingMarkup) : block.text + block.closingMarkup;
  return unfinished && sourceCount > 0 ? trimPartialMark(fullText) : fullText;
};

const TextView = ({
  block,
  definitions,
  unfinished,
  typeset,
}: Omit<BlockViewProps, 'streaming'> & { readonly unfinished: boolean }) => {
  const rendererModule = useLazyModule(renderer, true);
  const sourceCount = use(CitationContext)?.sourceCount ?? 0;
  const [splitter] = useState(() => new PlainTextTailSplitter());
  const text = textToRender(block, unfinished, sourceCount);
  const isPlain = useMemo(() => isTooComplex(text), [text]);
  if (!rendererModule || isPlain) return <p className={styles['plain']}>{block.text}</p>;
  // Mended text is cut before the end of what came, so nothing may be put behind it.
  const { head, tail } = unfinished && text === block.text ? splitter.update(text) : { head: text, tail: '' };
  return (
    <rendererModule.RichText
      text={withDefinitions(head, definitions)}
      tail={tail}
      growing={unfinished}
      sourceCount={sourceCount}
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
  /** The number of marks before each block; null if marks are not counted. */
  readonly marks: readonly number[] | null;
  readonly typeset: boolean;
}

/** All blocks are children of one list: so one keeps its key when it settles, and is not mounted again. */
const Group = memo(({ blocks, open, definitions, streaming, resting, marks, typeset }: GroupProps) => (
  <div className={cx(styles['group'], resting && styles['resting'])}>
    {(open ? [...blocks, open] : blocks).map((block, at) => (
      <FirstMarkContext key={at} value={marks?.[at] ?? 0}>
        <BlockView block={block} definitions={definitions} streaming={streaming && block === open} typeset={typeset} />
      </FirstMarkContext>
    ))}
  </div>
));
Group.displayName = 'Group';

/** For each group, the number of marks before each of its blocks and before its end. */
const countMarksBefore = (groups: readonly (readonly Block[])[], first: number): readonly (readonly number[])[] => {
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

const formulaLengths = new WeakMap<readonly Block[], number>();

const formulaLengthIn = (group: readonly Block[]): number => {
  const formulaLength =
    formulaLengths.get(group) ??
    group.reduce((sum, { kind, text }) => sum + (kind === 'text' ? countFormulaCharacters(text) : 0), 0);
  formulaLengths.set(group, formulaLength);
  return formulaLength;
};

/** For each group, and for what follows them, whether its formulas are still typeset. */
const typesetByGroup = (groups: readonly (readonly Block[])[]): readonly boolean[] => {
  let formulaLength = 0;
  return [...groups, []].map((group) => {
    const before = formulaLength;
    formulaLength += formulaLengthIn(group);
    return before <= MAX_FORMULA_LENGTH_PER_TEXT;
  });
};

/** Markdown with tables, code and formulas. While it streams, only the last block is rendered again. */
export const Markdown = memo(({ text, streaming = false, className, firstMark = 0 }: MarkdownProps) => {
  const [splitter] = useState(() => new BlockSplitter());
  // The end of a finished text ends its last line too.
  const { groups, recent, open, definitions } = useMemo(
    () => splitter.update(streaming ? text : `${text}\n`),
    [splitter, text, streaming],
  );
  const countsMarks = !streaming && (use(CitationContext)?.renderMark ?? null) !== null;
  const marks = useMemo(
    () => (countsMarks ? countMarksBefore([...groups, recent], firstMark) : []),
    [countsMarks, groups, recent, firstMark],
  );
  const typeset = useMemo(() => typesetByGroup(groups), [groups]);
  return (
    <AnchorContext value={useId()}>
      <div className={cx(styles['prose'], className)}>
        {[...groups, recent].map((group, at) => {
          const isLast = at === groups.length;
          return (
            <Group
              key={at}
              blocks={group}
              open={isLast ? open : null}
              definitions={definitions}
              streaming={isLast && streaming}
              resting={!isLast && streaming}
              marks={marks[at] ?? null}
              typeset={typeset[at] ?? true}
            />
          );
        })}
      </div>
    </AnchorContext>
  );
});
Markdown.displayName = 'Markdown';
