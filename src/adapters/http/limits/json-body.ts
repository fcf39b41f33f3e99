import type { Middleware } from 'koa';

/**
 * Reads a JSON body of at most so many bytes; the schemas refuse what is no object. Loaded with the first body:
 * start-up should not wait for what also reads forms and files.
 */
export const jsonReader = async (limit: number): Promise<Middleware> => {
  const { koaBody } = await import('koa-body');
  return koaBody({ multipart: false, urlencoded: false, text: false, json: true, jsonLimit: limit, jsonStrict: false });
};
