import type { Context } from 'koa';

import type { Image } from '../../domain/chat/chat.ts';

/** Our own address of a foreign picture. */
export type Preview = (url: string) => string;

const APPS = new WeakMap<object, Preview>();

/** Tells an application how it addresses pictures; streams are written far from where it is put together. */
export const setPreviews = (app: object, preview: Preview): void => void APPS.set(app, preview);

export const previewsOf = ({ app }: Context): Preview | undefined => APPS.get(app);

/** Images as the page gets them: `url` is for people who click, `preview` is what the page loads by itself. */
export const withPreviews = (images: readonly Image[], preview: Preview | undefined) =>
  images.map(({ url, alt, caption, source }) => ({ url, alt, caption, source, ...(preview && /^https?:/i.test(url) ? { preview: preview(url) } : {}) }));
