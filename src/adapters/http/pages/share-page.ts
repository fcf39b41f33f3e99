import type { Middleware } from 'koa';

import type { OpenShare } from '../../../domain/shares/manage-shares.ts';
import { setPrivateHeaders } from '../chat/shares.routes.ts';

/** The public path of shares. */
const SHARE_PATH = '/share/';

/**
 * Serves a share's page from the built page. An unknown link gets the same page with 404, which then says so. The token
 * stays in the URL.
 */
export const sharePage =
  (openShare: Pick<OpenShare, 'exists'>): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(SHARE_PATH) || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const exists = await openShare.exists(ctx.path.slice(SHARE_PATH.length).replace(/\/$/, ''));
    ctx.path = '/share.html';
    await next();
    setPrivateHeaders(ctx);
    if (!exists) ctx.status = 404;
    return undefined;
  };
