import type { Middleware } from 'koa';

import { maxValuesOf, parseBoundedJson } from './bounded-json.ts';

/**
 * Reads a JSON body of at most so many bytes; the schemas refuse what is no object. Loaded with the first body:
 * start-up should not wait for what also reads forms and files.
 */
export const jsonReader = async (limit: number): Promise<Middleware> => {
  const { koaBody } = await import('koa-body');
  const types = { multipart: false, urlencoded: false, json: false, text: true, textTypes: ['json', '+json'] };
  const maxValues = maxValuesOf(limit);
  const readText = koaBody({ ...types, textLimit: limit });
  return (ctx, next) =>
    readText(ctx, () => {
      const text: unknown = 'body' in ctx.request ? ctx.request.body : undefined;
      if (typeof text === 'string' && text !== '')
        Object.assign(ctx.request, { body: parseBoundedJson(text, maxValues) });
      return next();
    });
};
