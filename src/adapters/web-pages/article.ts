import type { WebImage } from '../../domain/agents/ports.ts';

/** What the reading thread is given. */
export interface PageMarkup {
  readonly html: string;
  /** Where it was found: relative addresses are seen from there. */
  readonly url: string;
  readonly maxCharacters: number;
}

/** What it gives back. */
export interface Article {
  readonly title: string;
  readonly text: string;
  readonly images: readonly WebImage[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A thread's message as a page; undefined when the thread could make nothing of the markup. */
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
