import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

import type { WebImage } from '../../domain/agents/ports.ts';
import { childNodesOf, type MarkupNode } from '../../platform/markup-elements.ts';
import { shallowMarkup } from '../../platform/shallow-markup.ts';
import { extractFeed, isFeed } from './feed.ts';
import { textOf } from './markup-text.ts';
import { publicationDay } from './publication-date.ts';
import type { Article, PageMarkup } from './article.ts';

/** Readability takes seconds for more; of such a page all text is taken. */
const MAX_ELEMENTS = 10_000;
/** Readability visits all descendants of each element many times. */
const MAX_DEPTH = 64;
/** It also rescans a list's children for each of them. */
const MAX_CHILDREN = 500;
const MAX_IMAGES = 6;
const MIN_IMAGE_SIDE = 64;
const MAX_TITLE_LENGTH = 300;

/** A feed as its entries, a page as its article. Undefined: there is no text. */
export const extractArticle = (markup: PageMarkup): Article | undefined =>
  isFeed(markup.html) ? extractFeed(markup.html, markup.url, markup.maxCharacters) : extractPage(markup);

/** A page's article without menus and advertisements; the whole page if no article is found. */
const extractPage = ({ html: rawHtml, url, maxCharacters }: PageMarkup): Article | undefined => {
  const html = shallowMarkup(/<html[\s>]/i.test(rawHtml) ? rawHtml : `<html><body>${rawHtml}</body></html>`, {
    depth: MAX_DEPTH,
    children: MAX_CHILDREN,
  });
  const { document } = parseHTML(html);
  // Readability modifies the page, so whole-page fields are read first.
  const [facts, metaTitle, metaImage, fullText] = [
    factsOf(document, rawHtml, url),
    titleOf(document),
    meta(document, 'og:image'),
    textOf(document.body, maxCharacters),
  ];
  const article = readArticle(document, html);
  const body = article?.content;
  const text = (body && textOf(body, maxCharacters)) || fullText;
  if (text === '') return undefined;
  const title = oneLine(article?.title ?? '') || metaTitle || new URL(url).hostname;
  const images = [...imageAt(metaImage, url, title), ...imagesIn(body, url)];
  return { title, text: text.slice(0, maxCharacters), images: unique(images).slice(0, MAX_IMAGES), ...facts };
};

const factsOf = (document: HtmlDocument, html: string, url: string): Pick<Article, 'published' | 'canonical'> => {
  const published = publicationDay(document, html);
  const link = document.querySelector('link[rel="canonical"]')?.getAttribute('href')?.trim() ?? '';
  return {
    ...(published !== undefined && { published }),
    ...(link !== '' && URL.canParse(link, url) && { canonical: new URL(link, url).href }),
  };
};

/** Each element has two tags; the document's own list of them takes longer than to read it. */
const readArticle = (document: HtmlDocument, html: string) =>
  html.split('<').length > 2 * MAX_ELEMENTS
    ? null
    : new Readability<MarkupNode>(document, { serializer: (node) => node }).parse();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH);

const titleOf = (document: HtmlDocument): string => oneLine(meta(document, 'og:title') || document.title);

type HtmlDocument = ReturnType<typeof parseHTML>['document'];

const meta = (document: HtmlDocument, name: string): string =>
  document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')?.trim() ?? '';

const imageAt = (address: string, page: string, alt: string, caption = ''): WebImage[] => {
  if (address === '' || !URL.canParse(address, page)) return [];
  const url = new URL(address, page);
  return url.protocol === 'http:' || url.protocol === 'https:' ? [{ url: url.href, alt, caption, source: page }] : [];
};

const attribute = (node: MarkupNode, name: string): string => node.getAttribute?.(name)?.trim() ?? '';

/** No tracking pixel and no button. */
const isLarge = (node: MarkupNode): boolean =>
  ['width', 'height'].every((side) => !(Number.parseInt(attribute(node, side), 10) < MIN_IMAGE_SIDE));

const imagesIn = (root: MarkupNode | null | undefined, page: string): WebImage[] => {
  const found: WebImage[] = [];
  const open = root ? [{ node: root, caption: '' }] : [];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node } = one;
    const caption = node.nodeName === 'FIGURE' ? captionOf(node) : one.caption;
    if (node.nodeName === 'IMG' && isLarge(node)) {
      found.push(...imageAt(attribute(node, 'src'), page, attribute(node, 'alt'), caption));
    }
    open.push(
      ...childNodesOf(node)
        .toReversed()
        .map((child) => ({ node: child, caption })),
    );
  }
  return found;
};

const captionOf = (figure: MarkupNode): string => {
  const open = [figure];
  for (let one = open.pop(); one; one = open.pop()) {
    if (one.nodeName === 'FIGCAPTION') return textOf(one).slice(0, MAX_TITLE_LENGTH);
    open.push(...childNodesOf(one));
  }
  return '';
};

const unique = (images: readonly WebImage[]): WebImage[] => [
  ...new Map(images.map((image) => [image.url, image])).values(),
];
