import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

import type { Context, Middleware } from 'koa';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

interface Asset {
  readonly body: Buffer;
  readonly encoding: string | undefined;
}

/** Serves the built page from memory, compressed as the browser accepts. Hashed files never change. */
export const serveWebApp = (root: string): Middleware => {
  const cache = new Map<string, Promise<Asset | undefined>>();
  return async (ctx, next) => {
    if (ctx.path.startsWith('/api') || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const path = ctx.path === '/' ? '/index.html' : normalize(ctx.path);
    const type = CONTENT_TYPES[extname(path)];
    if (type === undefined || path.includes('..')) return next();
    const precompressed = ENCODINGS.find(({ encoding }) => ctx.acceptsEncodings(encoding, 'identity') === encoding);
    const key = `${path}${precompressed?.suffix ?? ''}`;
    const asset = await (cache.get(key) ?? cacheAsset(cache, key, loadAsset(join(root, path), precompressed)));
    if (!asset) return next();
    respond(ctx, path, type, asset);
    return undefined;
  };
};

const MANIFEST = '/manifest.webmanifest';

/** The installed app has the operator's name. */
export const serveManifest = (root: string, name: string): Middleware => {
  let named: string | undefined;
  return async (ctx, next) => {
    if (ctx.path !== MANIFEST || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const built = named === undefined ? await loadAsset(join(root, MANIFEST), undefined) : undefined;
    if (built) named = JSON.stringify({ ...JSON.parse(built.body.toString()), name, short_name: name });
    if (named === undefined) return next();
    respond(ctx, MANIFEST, 'application/manifest+json', { body: Buffer.from(named), encoding: undefined });
    return undefined;
  };
};

const cacheAsset = (cache: Map<string, Promise<Asset | undefined>>, key: string, asset: Promise<Asset | undefined>) => {
  void asset.then((found) => found && cache.set(key, asset)); // a missing file is not cached
  return asset;
};

const loadAsset = async (
  file: string,
  precompressed: (typeof ENCODINGS)[number] | undefined,
): Promise<Asset | undefined> => {
  if (precompressed && (await isFile(file + precompressed.suffix)))
    return { body: await readFile(file + precompressed.suffix), encoding: precompressed.encoding };
  return (await isFile(file)) ? { body: await readFile(file), encoding: undefined } : undefined;
};

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

const respond = (ctx: Context, path: string, type: string, { body, encoding }: Asset): void => {
  ctx.set('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.vary('Accept-Encoding');
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding);
  ctx.type = type;
  ctx.body = body;
};
