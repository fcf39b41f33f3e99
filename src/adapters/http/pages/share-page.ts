import type { Middleware } from 'koa';

import type { OpenShare } from '../../../domain/shares/manage-shares.ts';
import { setPrivateHeaders } from '../chat/shares.routes.ts';

/** The public path of shares. */
const SHARE_PATH = '/share/';

/**
 * Serves a share's page from the built page. An unknown link gets the same page with 404, one that was taken down with
 * 410; the page then says so. The token stays in the URL.
 */
export const sharePage =
  (openShare: Pick<OpenShare, 'findState'>): Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith(SHARE_PATH) || !['GET', 'HEAD'].includes(ctx.method)) return next();
    const state = await openShare.findState(ctx.path.slice(SHARE_PATH.length).replace(/\/$/, ''));
    ctx.path = '/share.html';
    await next();
    setPrivateHeaders(ctx);
    if (state !== 'open') ctx.status = state === undefined ? 404 : 410;
    return undefined;
  };
