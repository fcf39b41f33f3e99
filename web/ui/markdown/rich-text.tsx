import { ImageOff } from 'lucide-react';
import { createContext, memo, use, useLayoutEffect, useMemo, useRef, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import { useTranslations } from '../texts.ts';
import { CitationContext, FirstMarkContext } from './citation-context.ts';
import { CodeBlock } from './code-block.tsx';
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

const mathModule = new LazyModule(async () => (await import('./math-plugins.ts')).mathPlugins);

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  attributes: { ...defaultSchema.attributes, code: ['className'] },
};

const SAFE_LINK = /^(?:https?:|mailto:)/i;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

const isSameOrigin = (address: string): boolean =>
  address.startsWith('/') && !address.startsWith('//') && !address.startsWith('/\\');

/** Links may leave the page for the web or a letter; pictures come within the text, or are links too. */
const sanitizeUrl = (address: string, key: string): string => {
  if (SAFE_LINK.test(address) || (key === 'src' && PICTURE_DATA.test(address)) || isSameOrigin(address)) return address;
  return address.startsWith('#') ? address : '';
};

/** Links are not nested: a picture in one is a part of its words. */
const InLinkContext = createContext(false);

const Link = ({ href = '', children }: ComponentProps<'a'>) => {
  const content = <InLinkContext value>{children}</InLinkContext>;
  // A fragment with a slash is an address of the page: no answer leads the reader about in it.
  if (/^#(?!\/)/.test(href)) return <a href={href}>{content}</a>;
  return SAFE_LINK.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <span>{children}</span>
  );
};

const getHost = (address: string): string =>
  URL.canParse(address, window.location.href) ? new URL(address, window.location.href).host : '';

/**
 * Showing a text loads nothing (docs/adr/0031), because a request could tell a host who reads it, or this server what the
 * conversation contains. Only embedded images are shown; all others, those of this server too, are links.
 */
const Picture = ({ src, alt = '' }: ComponentProps<'img'>) => {
  const t = useTranslations();
  const inLink = use(InLinkContext);
  const address = typeof src === 'string' ? src : '';
  if (PICTURE_DATA.test(address)) return <img className={styles['picture']} src={address} alt={alt} loading="lazy" />;
  if (!/^https?:/i.test(address) && !isSameOrigin(address)) return <span>{alt}</span>;
  const host = getHost(address);
  if (inLink) return <span>{alt === '' ? host : alt}</span>;
  return (
    <a className={styles['picture-link']} href={address} target="_blank" rel="noopener noreferrer">
      <ImageOff aria-hidden="true" />
      <span dir="auto">{alt === '' ? t('foreignImage', { host }) : t('foreignImageNamed', { name: alt, host })}</span>
    </a>
  );
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

const CONTAINER_TAGS = new Set(['blockquote', 'ul', 'ol', 'li', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

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
  const remarkPlugins = useMemo(
    () => (math ? [remarkGfm, math.read, math.limit(typeset), remarkHtmlAsText] : [remarkGfm, remarkHtmlAsText]),
    [math, typeset],
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
