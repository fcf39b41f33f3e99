import type { WebImage } from '../../domain/agents/ports.ts';

/** Input of the worker thread. */
export interface PageMarkup {
  readonly html: string;
  /** The page's URL, as the base of relative ones. */
  readonly url: string;
  readonly maxCharacters: number;
}

/** Its answer. */
export interface Article {
  readonly title: string;
  readonly text: string;
  readonly images: readonly WebImage[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A worker's answer as a page; undefined when nothing could be extracted. */
export const parseArticle = (message: unknown): Article | undefined => {
  if (!isRecord(message) || typeof message['text'] !== 'string') return undefined;
  const images = Array.isArray(message['images']) ? message['images'].filter(isRecord) : [];
  return {
    title: text(message['title']),
    text: message['text'],
    images: images.map((one) => ({
      url: text(one['url']),
      alt: text(one['alt']),
      caption: text(one['caption']),
      source: text(one['source']),
    })),
  };
};
