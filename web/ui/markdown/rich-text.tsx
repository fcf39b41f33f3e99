import { createContext, memo, use, useLayoutEffect, useRef, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import { CodeBlock } from './code-block.tsx';
import { LazyPart, useLazyPart } from './lazy-part.ts';
import styles from './markdown.module.css';
import { hasFormulas, withFormulas } from './maths.ts';

interface RichTextProps {
  readonly text: string;
  readonly growing: boolean;
}

const mathsPart = new LazyPart(async () => (await import('./maths-plugins.ts')).maths);

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https', 'data'] },
  attributes: { ...defaultSchema.attributes, code: ['className'] },
};

const SAFE_LINK = /^(?:https?:|mailto:)/i;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

const isOwn = (address: string): boolean => address.startsWith('/') && !address.startsWith('//') && !address.startsWith('/\\');

/** Links may leave the page for the web or a letter; pictures are our own files or come within the text. */
const allowedAddress = (address: string, key: string): string => {
  if (SAFE_LINK.test(address) || (key === 'src' && PICTURE_DATA.test(address)) || isOwn(address)) return address;
  return address.startsWith('#') ? address : '';
};

const Link = ({ href = '', children }: ComponentProps<'a'>) => {
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return SAFE_LINK.test(href) ? <a href={href} target="_blank" rel="noopener noreferrer">{children}</a> : <span>{children}</span>;
};

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');

/** A picture from elsewhere would tell its host who reads this, so it is only a link until somebody clicks. */
const Picture = ({ src, alt = '' }: ComponentProps<'img'>) => {
  const address = typeof src === 'string' ? src : '';
  if (isOwn(address) || PICTURE_DATA.test(address)) return <img className={styles['picture']} src={address} alt={alt} loading="lazy" />;
  if (!/^https?:/i.test(address)) return <span>{alt}</span>;
  return (
    <a className={styles['picture-link']} href={address} target="_blank" rel="noopener noreferrer">
      {`Image${alt === '' ? '' : `: ${alt}`} (load from ${hostOf(address)})`}
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
  const table = useRef<HTMLTableElement>(null);
  const growing = use(Growing);
  useLayoutEffect(() => { if (growing && table.current) freeze(table.current); });
  return <div className={styles['table']} role="region" aria-label="Table" tabIndex={0}><table ref={table}>{children}</table></div>;
};

const languageOf = (className: string | undefined): string => /language-(\S+)/.exec(className ?? '')?.[1] ?? '';

/** Fences inside lists and quotes; those on their own never come here. */
const Pre: NonNullable<Components['pre']> = ({ node }) => {
  const code = node?.children[0];
  if (code?.type !== 'element') return null;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const names = code.properties['className'];
  return <CodeBlock code={text.replace(/\n$/, '')} language={languageOf(Array.isArray(names) ? names.join(' ') : undefined)} finished />;
};

const COMPONENTS: Components = { a: Link, img: Picture, table: Table, pre: Pre };

interface Node {
  type: string;
  readonly children?: readonly Node[];
}

const asText = (node: Node): void => {
  if (node.type === 'html') node.type = 'text';
  node.children?.forEach(asText);
};

/** Markup in a text was meant to be read: it becomes the text that it is, where the sanitiser would drop it. */
const markupAsText = () => asText;

/** One block of Markdown. Markup in it is shown as text; sanitising comes last, after everything that makes elements. */
export const RichText = memo(({ text, growing }: RichTextProps) => {
  const formulas = hasFormulas(text);
  const maths = useLazyPart(mathsPart, formulas);
  const view = (
    <ReactMarkdown
      remarkPlugins={maths ? [remarkGfm, maths.read, markupAsText] : [remarkGfm, markupAsText]}
      rehypePlugins={maths ? [maths.typeset, [rehypeSanitize, { ...schema, ...maths.schema, protocols: schema.protocols }]] : [[rehypeSanitize, schema]]}
      components={COMPONENTS}
      urlTransform={allowedAddress}
    >
      {maths ? withFormulas(text) : text}
    </ReactMarkdown>
  );
  return <Growing value={growing}>{view}</Growing>;
});
RichText.displayName = 'RichText';
