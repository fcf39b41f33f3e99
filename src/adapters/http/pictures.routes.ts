import type { Context } from 'koa';

import * as contract from '../../contract/pictures.ts';
import type { Picture } from '../../domain/agents/ports.ts';
import type { ShowPicture } from '../../domain/agents/show-picture.ts';
import { ANSWERED, type Mount } from './mount.ts';

export interface PictureUses {
  readonly showPicture: ShowPicture;
}

/** Opened by itself, a picture may run nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const send = (ctx: Context, { bytes, type, keep }: Picture): typeof ANSWERED => {
  // The address was signed for one reader, so no cache between may keep it for others.
  ctx.set({ 'Cache-Control': `private, max-age=${keep}`, 'Content-Security-Policy': POLICY });
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
  return ANSWERED;
};

export const pictureRoutes = (mount: Mount, { showPicture }: PictureUses): void => {
  mount(contract.showPicture, async ({ query: { u, r, e, s, w }, address, ctx }) =>
    send(ctx, await showPicture.picture({ url: u, reader: r, until: e, signature: s }, Number(w), address)),
  );
  mount(contract.showSiteIcon, async ({ query: { id }, address, ctx }) =>
    send(ctx, await showPicture.icon(id, address)),
  );
};
