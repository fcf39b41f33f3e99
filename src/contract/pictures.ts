import { z } from 'zod';

import { none, text } from './common.ts';
import { route } from './route.ts';

/** Nothing asked for is nothing shown. The page's pictures are loaded by the browser, which sends no credentials: the signature takes their place. */
export const showPicture = route({
  method: 'get',
  path: '/api/image',
  summary: 'A foreign picture that this server handed out, fetched and made anew by it',
  access: 'anyone',
  params: none,
  query: z.strictObject({ u: text(2048).default(''), s: z.string().max(64).default(''), w: z.enum(['160', '640', '1280']).default('640') }),
  body: none,
  reply: none,
});

export const showSiteIcon = route({
  method: 'get',
  path: '/api/site-icon',
  summary: 'The icon of a site, or a globe',
  access: 'anyone',
  params: none,
  query: z.strictObject({ host: text(253).default('') }),
  body: none,
  reply: none,
});
