import type { Context } from 'koa';

import * as contract from '../../../contract/images.ts';
import type { ProxiedImage } from '../../../domain/agents/ports.ts';
import { ShowImage } from '../../../domain/agents/image-proxy/show-image.ts';
import { RESPONSE_SENT, type Mount } from '../mount.ts';
import type { Handlers } from '../handlers.ts';

export const imageHandlers = {
  showImage: ShowImage,
};

export type ImageHandlers = Handlers<typeof imageHandlers>;

/** Opened as a document, an image may run nothing. */
const IMAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const sendImage = (ctx: Context, { bytes, type, maxAgeSeconds: keep }: ProxiedImage): typeof RESPONSE_SENT => {
  // The URL was signed for one reader, so shared caches must not store it.
  ctx.set({ 'Cache-Control': `private, max-age=${keep}`, 'Content-Security-Policy': IMAGE_CSP });
  ctx.type = type;
  ctx.body = Buffer.from(bytes);
  return RESPONSE_SENT;
};

export const imageRoutes = (mount: Mount, { showImage }: ImageHandlers): void => {
  mount(contract.showImage, async ({ query: { u, r, e, s, w }, address, ctx }) =>
    sendImage(ctx, await showImage.image({ url: u, reader: r, until: e, signature: s }, Number(w), address)),
  );
  mount(contract.showSiteIcon, async ({ query: { id }, address, ctx }) =>
    sendImage(ctx, await showImage.icon(id, address)),
  );
};
