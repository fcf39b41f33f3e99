import { ImageOff } from 'lucide-react';
import { createContext, memo, use, useLayoutEffect, useMemo, useRef, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import { useTexts } from '../texts.ts';
import { CitingContext, FirstMark } from './citing.ts';
import { CodeBlock } from './code-block.tsx';
import { LazyPart, useLazyPart } from './lazy-part.ts';
import styles from './markdown.module.css';
import { withMarks } from './marks.ts';
import type { maths as MathsPart } from './maths-plugins.ts';
import { hasFormulas, withFormulas } from './maths.ts';

interface RichTextProps {
  readonly text: string;
  /** Words that follow the text as they are (see TailSplitter); only while it grows. */
  readonly tail: string;
  readonly growing: boolean;
  /** The numbers 1 to this are marks. */
  readonly known?: number;
  /** False: formulas are shown as they were written. */
  readonly typeset?: boolean;
}

const mathsPart = new LazyPart(async () => (await import('./maths-plugins.ts')).maths);

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  attributes: { ...defaultSchema.attributes, code: ['className'] },
};

const SAFE_LINK = /^(?:https?:|mailto:)/i;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

const isOwn = (address: string): boolean =>
  address.startsWith('/') && !address.startsWith('//') && !address.startsWith('/\\');

/** Links may leave the page for the web or a letter; pictures come within the text, or are links too. */
const allowedAddress = (address: string, key: string): string => {
  if (SAFE_LINK.test(address) || (key === 'src' && PICTURE_DATA.test(address)) || isOwn(address)) return address;
  return address.startsWith('#') ? address : '';
};

/** Links are not nested: a picture in one is a part of its words. */
const InLink = createContext(false);

const Link = ({ href = '', children }: ComponentProps<'a'>) => {
  const words = <InLink value>{children}</InLink>;
  if (href.startsWith('#')) return <a href={href}>{words}</a>;
  return SAFE_LINK.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  ) : (
    <span>{children}</span>
  );
};

const hostOf = (address: string): string =>
  URL.canParse(address, window.location.href) ? new URL(address, window.location.href).host : '';

/**
 * Nothing is asked for by being shown (docs/adr/0088): whoever wrote the text could tell a host who reads it, or this
 * server what stands in the conversation. So every picture but one that comes within the text is a link until a click,
 * those with an address of our own too.
 */
const Picture = ({ src, alt = '' }: ComponentProps<'img'>) => {
  const t = useTexts();
  const inLink = use(InLink);
  const address = typeof src === 'string' ? src : '';
  if (PICTURE_DATA.test(address)) return <img className={styles['picture']} src={address} alt={alt} loading="lazy" />;
  if (!/^https?:/i.test(address) && !isOwn(address)) return <span>{alt}</span>;
  const host = hostOf(address);
  if (inLink) return <span>{alt === '' ? host : alt}</span>;
  return (
    <a className={styles['picture-link']} href={address} target="_blank" rel="noopener noreferrer">
      <ImageOff aria-hidden="true" />
      <span dir="auto">{alt === '' ? t('foreignImage', { host }) : t('foreignImageNamed', { name: alt, host })}</span>
    </a>
  );
};

/** True while more of the block may come. */
const Growing = createContext(false);

/** Keeps the widths that the first row gave: columns that move with every new row cannot be read. */
const freeze = (table: HTMLTableElement): void => {
  if (table.rows.length < 2 || table.style.tableLayout === 'fixed') return;
  const cells = [...table.rows].slice(0, 1).flatMap((row) => [...row.cells]);
  const widths = cells.map((cell) => ({ cell, width: cell.offsetWidth }));
  const whole = widths.reduce((sum, { width }) => sum + width, 0);
  if (whole === 0) return; // not laid out
  const overflows = table.offsetWidth > (table.parentElement?.clientWidth ?? 0);
  table.style.minWidth = overflows ? `${table.offsetWidth}px` : '';
  for (const { cell, width } of widths) cell.style.width = `${(width / whole) * 100}%`;
  table.style.tableLayout = 'fixed';
};

const Table = ({ children }: ComponentProps<'table'>) => {
  const t = useTexts();
  const table = useRef<HTMLTableElement>(null);
  const growing = use(Growing);
  useLayoutEffect(() => {
    if (growing && table.current) freeze(table.current);
  });
  return (
    <div className={styles['table']} role="region" aria-label={t('table')} tabIndex={0}>
      <table ref={table}>{children}</table>
    </div>
  );
};

const languageOf = (className: string | undefined): string => /language-(\S+)/.exec(className ?? '')?.[1] ?? '';

/** Fences inside lists and quotes; those on their own never come here. */
const Pre: NonNullable<Components['pre']> = ({ node }) => {
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const names = code.properties['className'];
  return (
    <CodeBlock
      code={text.replace(/\n$/, '')}
      language={languageOf(Array.isArray(names) ? names.join(' ') : undefined)}
      finished
    />
  );
};

/** What has come since the block was last parsed. */
const Tail = createContext('');

const TailText = () => use(Tail);

/** A mark as whoever knows the sources draws it; a raised number until then. */
const Mark: NonNullable<Components['cite']> = ({ node }) => {
  const citing = use(CitingContext);
  const first = use(FirstMark);
  const number = Number(node?.properties['number']);
  return citing?.mark ? (
    citing.mark({ number, index: first + Number(node?.properties['index']) })
  ) : (
    <sup className={styles['mark']}>{number}</sup>
  );
};

/** No Markdown makes a slot, so this name is free for the place where the block grows. */
const COMPONENTS: Components = { a: Link, img: Picture, table: Table, pre: Pre, slot: TailText, cite: Mark };

interface Node {
  type: string;
  tagName?: string;
  properties?: object;
  children?: Node[];
}

const asText = (node: Node): void => {
  if (node.type === 'html') node.type = 'text';
  node.children?.forEach(asText);
};

/** Markup in a text was meant to be read: it becomes the text that it is, where the sanitiser would drop it. */
const markupAsText = () => asText;

const HOLDS_BLOCKS = new Set(['blockquote', 'ul', 'ol', 'li', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Puts a slot at the end of the last paragraph, item or heading, however deep it lies: there the next words belong. */
const withSlot =
  () =>
  (root: Node): void => {
    let end = root;
    for (let next: Node | undefined = root; next; next = end.children?.findLast(({ type }) => type === 'element')) {
      if (next !== root && !HOLDS_BLOCKS.has(next.tagName ?? '')) break;
      end = next;
    }
    end.children?.push({ type: 'element', tagName: 'slot', properties: {}, children: [] });
  };

type Plugins = ComponentProps<typeof ReactMarkdown>['rehypePlugins'] & object;

interface Wanted {
  readonly growing: boolean;
  readonly known: number;
  readonly maths: typeof MathsPart | null;
}

/** Sanitising comes after everything that makes elements of what was written; marks and the slot are our own. */
const pluginsFor = ({ growing, known, maths }: Wanted): Plugins => [
  ...(maths
    ? ([maths.typeset, [rehypeSanitize, { ...schema, ...maths.schema, protocols: schema.protocols }]] satisfies Plugins)
    : ([[rehypeSanitize, schema]] satisfies Plugins)),
  ...(known > 0 ? [withMarks(known)] : []),
  ...(growing && !maths ? [withSlot] : []),
];

const Parsed = memo(({ text, growing, known, typeset }: Required<Omit<RichTextProps, 'tail'>>) => {
  const formulas = hasFormulas(text);
  const maths = useLazyPart(mathsPart, formulas);
  const readers = useMemo(
    () => (maths ? [remarkGfm, maths.read, maths.limit(typeset), markupAsText] : [remarkGfm, markupAsText]),
    [maths, typeset],
  );
  const plugins = useMemo(() => pluginsFor({ growing, known, maths }), [growing, known, maths]);
  const view = (
    <ReactMarkdown
      remarkPlugins={readers}
      rehypePlugins={plugins}
      components={COMPONENTS}
      urlTransform={allowedAddress}
    >
      {maths ? withFormulas(text) : text}
    </ReactMarkdown>
  );
  return <Growing value={growing}>{view}</Growing>;
});
Parsed.displayName = 'Parsed';

/** One block of Markdown. Markup in it is shown as text. */
export const RichText = memo(({ text, tail, growing, known = 0, typeset = true }: RichTextProps) => (
  <Tail value={tail}>
    <Parsed text={text} growing={growing} known={known} typeset={typeset} />
  </Tail>
));
RichText.displayName = 'RichText';
