import type { Middleware } from 'koa';

const PATH = '/opensearch.xml';
/** The format's own limit. */
const MAX_SHORT_NAME = 16;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const describe = (name: string, origin: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(Array.from(name).slice(0, MAX_SHORT_NAME).join(''))}</ShortName>
  <Description>${escapeXml(name)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${escapeXml(origin)}/favicon.svg</Image>
  <Url type="text/html" method="get" template="${escapeXml(origin)}/?q={searchTerms}"/>
</OpenSearchDescription>
`;

/**
 * Lets a browser take the product as a search engine: a search fills the box of a new chat. `origin` is asked each
 * time, as the port may be chosen late.
 */
export const openSearch =
  (name: string, origin: () => string): Middleware =>
  async (ctx, next) => {
    if (ctx.path !== PATH || !['GET', 'HEAD'].includes(ctx.method)) return next();
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.type = 'application/opensearchdescription+xml';
    ctx.body = describe(name, origin());
    return undefined;
  };
