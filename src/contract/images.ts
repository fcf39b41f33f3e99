import { z } from 'zod';

import { text } from './common.ts';
import { emptyObject, route } from './route.ts';

const signaturePart = z.string().max(64).default('').describe('Part of the signature');

/**
 * Browsers load images without credentials, so the URL is signed (docs/adr/0031). Only signed URLs are fetched; missing
 * parameters mean no image.
 */
export const showImage = route({
  method: 'get',
  path: '/api/image',
  summary:
    'A foreign picture that this server handed out, fetched and re-encoded by it, or an own one that a tool returned',
  access: 'anyone',
  query: z.strictObject({
    u: text(2048).default('').describe('The picture’s own address, or its file'),
    r: signaturePart,
    e: signaturePart,
    s: signaturePart,
    w: z.enum(['160', '640', '1280']).default('640').describe('Width in pixels'),
  }),
  reply: emptyObject,
});

export const showSiteIcon = route({
  method: 'get',
  path: '/api/site-icon',
  summary: 'The icon of the site of a source that this server handed out, or a globe',
  access: 'anyone',
  query: z.strictObject({ id: text(512).default('').describe('Signed name of the site') }),
  reply: emptyObject,
});
