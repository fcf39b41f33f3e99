import type { Context } from 'koa';

import * as contract from '../../contract/pictures.ts';
import type { Picture, Pictures } from '../../domain/agents/ports.ts';
import type { ShowPicture } from '../../domain/agents/show-picture.ts';
import { ANSWERED, type Mount } from './mount.ts';

export interface PictureUses {
  readonly showPicture: ShowPicture;
  readonly pictures: Pictures;
}

/** Opened by itself, a picture may run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const send = (ctx: Context, { bytes, type, keep }: Picture): typeof ANSWERED => {
  ctx.set({ 'Cache-Control': `public, max-age=${keep}`, 'Content-Security-Policy': POLICY });
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
  return ANSWERED;
};

export const pictureRoutes = (mount: Mount, use: PictureUses): void => {
  mount(contract.showPicture, async ({ query: { u, s, w }, ctx }) => send(ctx, await use.showPicture.execute(u, s, Number(w))));
  mount(contract.showSiteIcon, async ({ query: { host }, ctx }) => send(ctx, await use.pictures.icon(host)));
};
