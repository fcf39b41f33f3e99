import { createContext, memo, use, useLayoutEffect, useMemo, useRef, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import { keepPlace } from '../../lib/keep-place.ts';
import { useTranslations } from '../texts.ts';
import { AnchorContext, CitationContext, FirstMarkContext } from './citation-context.ts';
import { CodeBlock } from './code-block.tsx';
import { remarkFootnotes } from './footnotes.ts';
import { Link, Picture, sanitizeUrl } from './links.tsx';
import { LazyModule, useLazyModule } from './lazy-module.ts';
import styles from './markdown.module.css';
import { rehypeCitationMarks } from './citation-marks.ts';
import type { mathPlugins as MathsPart } from './math-plugins.ts';
import { hasFormulas, normalizeFormulas } from './formulas.ts';

interface RichTextProps {
  readonly text: string;
  /** Words that follow the text as they are (see PlainTextTailSplitter); only while it grows. */
  readonly tail: string;
  readonly growing: boolean;
  /** The numbers 1 to this are marks. */
  readonly sourceCount?: number;
  /** False: formulas are shown as they were written. */
  readonly typeset?: boolean;
}

const mathModule = new LazyModule(async () => {
  const { mathPlugins } = await import('./math-plugins.ts');
  keepPlace(); // formulas are higher than their source
  return mathPlugins;
});

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  attributes: {
    ...defaultSchema.attributes,
    code: ['className'],
    a: ['href', 'dataAnchor', 'dataFootnote'],
    div: ['dataFootnote'],
  },
};

/** True while more of the block may come. */
const GrowingContext = createContext(false);

/** Freezes the column widths of the first row, so that columns do not move while rows are streamed. */
const freezeColumnWidths = (table: HTMLTableElement): void => {
  if (table.rows.length < 2 || table.style.tableLayout === 'fixed') return;
  const cells = [...table.rows].slice(0, 1).flatMap((row) => [...row.cells]);
  const widths = cells.map((cell) => ({ cell, width: cell.offsetWidth }));
  const total = widths.reduce((sum, { width }) => sum + width, 0);
  if (total === 0) return; // not laid out
  const overflows = table.offsetWidth > (table.parentElement?.clientWidth ?? 0);
  table.style.minWidth = overflows ? `${table.offsetWidth}px` : '';
  for (const { cell, width } of widths) cell.style.width = `${(width / total) * 100}%`;
  table.style.tableLayout = 'fixed';
};

const Table = ({ children }: ComponentProps<'table'>) => {
  const t = useTranslations();
  const table = useRef<HTMLTableElement>(null);
  const growing = use(GrowingContext);
  useLayoutEffect(() => {
    if (growing && table.current) freezeColumnWidths(table.current);
  });
  return (
    <div className={styles['table']} role="group" aria-label={t('table')} tabIndex={0}>
      <table ref={table}>{children}</table>
    </div>
  );
};

interface Node {
  type: string;
  tagName?: string;
  properties?: object;
  value?: string;
  children?: Node[];
}

/** What the box of a task stands for. */
const TaskContext = createContext('');

const isElement = (node: Node, ...names: readonly string[]): boolean => names.includes(node.tagName ?? '');

/** The words of an item, without the lists in it. */
const itemText = (node: Node): string =>
  isElement(node, 'ul', 'ol') ? '' : (node.value ?? (node.children ?? []).map(itemText).join(''));

const Item: NonNullable<Components['li']> = ({ node, className, children }) => {
  const isTask = className?.includes('task-list-item') === true;
  return (
    <li className={className}>
      {isTask && node ? <TaskContext value={itemText(node).trim()}>{children}</TaskContext> : children}
    </li>
  );
};

const TaskBox = ({ checked }: ComponentProps<'input'>) => {
  const t = useTranslations();
  const words = use(TaskContext);
  const isGrowing = use(GrowingContext);
  return (
    <input type="checkbox" checked={checked} disabled aria-label={isGrowing || words === '' ? t('task') : words} />
  );
};

const getLanguage = (className: string | undefined): string => /language-(\S+)/.exec(className ?? '')?.[1] ?? '';

/** Fences inside lists and quotes; those on their own never come here. */
const Pre: NonNullable<Components['pre']> = ({ node }) => {
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const names = code.properties['className'];
  return (
    <CodeBlock
      code={text.replace(/\n$/, '')}
      language={getLanguage(Array.isArray(names) ? names.join(' ') : undefined)}
      finished
    />
  );
};

/** What has come since the block was last parsed. */
const TailContext = createContext('');

const TailText = () => use(TailContext);

/** A citation mark; a superscript number while it has no renderer. */
const Mark: NonNullable<Components['cite']> = ({ node }) => {
  const citations = use(CitationContext);
  const first = use(FirstMarkContext);
  const number = Number(node?.properties['number']);
  return citations?.renderMark ? (
    citations.renderMark({ number, index: first + Number(node?.properties['index']) })
  ) : (
    <sup className={styles['mark']}>{number}</sup>
  );
};

/** No Markdown makes a slot, so this name is free for the place where the block grows. */
const COMPONENTS: Components = {
  a: Link,
  img: Picture,
  table: Table,
  pre: Pre,
  li: Item,
  input: TaskBox,
  slot: TailText,
  cite: Mark,
};

const htmlToText = (node: Node): void => {
  if (node.type === 'html') node.type = 'text';
  node.children?.forEach(htmlToText);
};

/** Markup in a text was meant to be read: it becomes the text that it is, where the sanitiser would drop it. */
const remarkHtmlAsText = () => htmlToText;

const CONTAINER_TAGS = new Set(['blockquote', 'div', 'ul', 'ol', 'li', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Puts a slot at the end of the last paragraph, item or heading, however deep it lies: there the next words belong. */
const rehypeTailSlot =
  () =>
  (root: Node): void => {
    let end = root;
    for (let next: Node | undefined = root; next; next = end.children?.findLast(({ type }) => type === 'element')) {
      if (next !== root && !CONTAINER_TAGS.has(next.tagName ?? '')) break;
      end = next;
    }
    end.children?.push({ type: 'element', tagName: 'slot', properties: {}, children: [] });
  };

type Plugins = ComponentProps<typeof ReactMarkdown>['rehypePlugins'] & object;

interface PluginOptions {
  readonly growing: boolean;
  readonly sourceCount: number;
  readonly math: typeof MathsPart | null;
}

/** Sanitising comes after everything that makes elements of what was written; marks and the slot are our own. */
const rehypePluginsFor = ({ growing, sourceCount, math }: PluginOptions): Plugins => [
  ...(math
    ? ([math.typeset, [rehypeSanitize, { ...schema, ...math.schema, protocols: schema.protocols }]] satisfies Plugins)
    : ([[rehypeSanitize, schema]] satisfies Plugins)),
  ...(sourceCount > 0 ? [rehypeCitationMarks(sourceCount)] : []),
  ...(growing && !math ? [rehypeTailSlot] : []),
];

const ParsedMarkdown = memo(({ text, growing, sourceCount, typeset }: Required<Omit<RichTextProps, 'tail'>>) => {
  const formulas = hasFormulas(text);
  const math = useLazyModule(mathModule, formulas);
  const anchors = use(AnchorContext);
  const remarkPlugins = useMemo(
    () => [
      remarkGfm,
      ...(math ? [math.read, math.limit(typeset)] : []),
      remarkHtmlAsText,
      remarkFootnotes(anchors, sourceCount),
    ],
    [math, typeset, anchors, sourceCount],
  );
  const rehypePlugins = useMemo(() => rehypePluginsFor({ growing, sourceCount, math }), [growing, sourceCount, math]);
  const view = (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={COMPONENTS}
      urlTransform={sanitizeUrl}
    >
      {math ? normalizeFormulas(text) : text}
    </ReactMarkdown>
  );
  return <GrowingContext value={growing}>{view}</GrowingContext>;
});
ParsedMarkdown.displayName = 'Parsed';

/** One block of Markdown. Markup in it is shown as text. */
export const RichText = memo(({ text, tail, growing, sourceCount = 0, typeset = true }: RichTextProps) => (
  <TailContext value={tail}>
    <ParsedMarkdown text={text} growing={growing} sourceCount={sourceCount} typeset={typeset} />
  </TailContext>
));
RichText.displayName = 'RichText';
