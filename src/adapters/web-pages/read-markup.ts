import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import type { WebImage } from '../../domain/agents/ports.ts';
import { shallowMarkup } from '../../shallow-markup.ts';
import { childrenOf, type MarkupElement, textOf } from './markup-text.ts';
import type { Readable, Reading } from './reading.ts';

const ELEMENTS = 60_000;
/** Readability looks at all that is below each element, many times. */
const DEPTH = 64;
/** It also asks for a list's children again for each of them. */
const CHILDREN = 500;
const IMAGES = 6;
const SMALLEST = 64;
const TITLE = 300;

/** A page's article as people read it: without menus and advertisements; the whole page where no article is found. */
export const readMarkup = ({ html: foreign, url, characters }: Reading): Readable | undefined => {
  const html = shallowMarkup(/<html[\s>]/i.test(foreign) ? foreign : `<html><body>${foreign}</body></html>`, {
    depth: DEPTH,
    children: CHILDREN,
  });
  const { document } = parseHTML(html);
  // Readability takes the page apart, so what is wanted of the whole is read before.
  const [named, picture, whole] = [titleOf(document), meta(document, 'og:image'), textOf(document.body)];
  const article = new Readability<MarkupElement>(document, {
    maxElemsToParse: ELEMENTS,
    serializer: (node) => node,
  }).parse();
  const body = article?.content;
  const text = (body && textOf(body)) || whole;
  if (text === '') return undefined;
  const title = oneLine(article?.title ?? '') || named || new URL(url).hostname;
  const images = [...imageAt(picture, url, title), ...imagesIn(body, url)];
  return { title, text: text.slice(0, characters), images: unique(images).slice(0, IMAGES) };
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TITLE);

const titleOf = (document: Page): string => oneLine(meta(document, 'og:title') || document.title);

type Page = ReturnType<typeof parseHTML>['document'];

const meta = (document: Page, name: string): string =>
  document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? '';

const imageAt = (address: string, page: string, alt: string, caption = ''): WebImage[] => {
  if (address === '' || !URL.canParse(address, page)) return [];
  const url = new URL(address, page);
  return url.protocol === 'http:' || url.protocol === 'https:' ? [{ url: url.href, alt, caption, source: page }] : [];
};

const attribute = (node: MarkupElement, name: string): string => node.getAttribute?.(name)?.trim() ?? '';

/** Not a pixel that counts readers, nor a button. */
const isLarge = (node: MarkupElement): boolean =>
  ['width', 'height'].every((side) => !(Number.parseInt(attribute(node, side), 10) < SMALLEST));

const imagesIn = (root: MarkupElement | null | undefined, page: string): WebImage[] => {
  const found: WebImage[] = [];
  const open = root ? [{ node: root, caption: '' }] : [];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node } = one;
    const caption = node.nodeName === 'FIGURE' ? captionOf(node) : one.caption;
    if (node.nodeName === 'IMG' && isLarge(node)) {
      found.push(...imageAt(attribute(node, 'src'), page, attribute(node, 'alt'), caption));
    }
    open.push(
      ...childrenOf(node)
        .toReversed()
        .map((child) => ({ node: child, caption })),
    );
  }
  return found;
};

const captionOf = (figure: MarkupElement): string => {
  const open = [figure];
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.nodeName === 'FIGCAPTION') return textOf(one).slice(0, TITLE);
    open.push(...childrenOf(one));
  }
  return '';
};

const unique = (images: readonly WebImage[]): WebImage[] => [
  ...new Map(images.map((image) => [image.url, image])).values(),
];
