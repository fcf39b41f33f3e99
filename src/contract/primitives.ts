import { z } from 'zod';

import { text } from '../shared/text.ts';

export { text };

export const time = z.iso.datetime();

export const source = z.object({ id: z.string().max(64), title: text(500), url: text(2048), snippet: text(2000) });
/** A source as the page gets it: `icon` (ours) is the signed address of its site's icon. */
export const shownSource = source.extend({ icon: text(1024).optional() });
/** `preview` (ours) is this server's own address of the picture: the only one that the page loads by itself. */
export const image = z.object({
  url: text(2048),
  alt: text(500),
  caption: text(500),
  source: text(2048),
  preview: text(8192).optional(),
});
export const relatedQuestion = z.object({
  id: z.string().max(64),
  text: text(500),
  category: z.enum(['comparison', 'deeper', 'practical', 'other']),
});
