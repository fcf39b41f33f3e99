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
  /** When it says that it was published: `YYYY-MM-DD`. */
  readonly published?: string;
  /** The address that it gives itself. */
  readonly canonical?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A worker's answer as a page; undefined when nothing could be extracted. */
export const parseArticle = (message: unknown): Article | undefined => {
  if (!isRecord(message) || typeof message['text'] !== 'string') return undefined;
  const images = Array.isArray(message['images']) ? message['images'].filter(isRecord) : [];
  const [published, canonical] = [text(message['published']), text(message['canonical'])];
  return {
    title: text(message['title']),
    text: message['text'],
    images: images.map((one) => ({
      url: text(one['url']),
      alt: text(one['alt']),
      caption: text(one['caption']),
      source: text(one['source']),
    })),
    ...(published !== '' && { published }),
    ...(canonical !== '' && { canonical }),
  };
};
