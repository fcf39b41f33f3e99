import type { Context } from 'koa';

import * as contract from '../../../contract/shares.ts';
import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import { ListShares, OpenShare, RevokeShare } from '../../../domain/shares/manage-shares.ts';
import type { Share, SharedDetails, SharedTurn } from '../../../domain/shares/ports.ts';
import { ShareChat } from '../../../domain/shares/share-chat.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { type LinksFor, withIcons, withPreviews } from '../files/signed-image-urls.ts';
import type { Handlers } from '../handlers.ts';

export const shareHandlers = {
  shareChat: ShareChat,
  listShares: ListShares,
  revokeShare: RevokeShare,
  openShare: OpenShare,
};

export interface ShareHandlers extends Handlers<typeof shareHandlers> {
  /** The public URL of a share. */
  readonly shareUrl: (token: string) => string;
  readonly linksFor: LinksFor;
}

/** Not indexed and not cached, so that revoking takes effect at once. */
export const setPrivateHeaders = (ctx: Context): void =>
  ctx.set({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' });

const presentShare = ({ id, kind, title, name, turnCount, createdAt }: Share, chatId: string) => ({
  id,
  chatId,
  kind,
  title,
  name,
  turns: turnCount,
  createdAt: toIso(createdAt),
});

const presentDetails = (details: SharedDetails, links: SignedImageUrls): SharedDetails => ({
  ...details,
  sources: withIcons(details.sources, links),
  images: withPreviews(details.images, links),
});

const presentTurn = ({ id, role, content, at, status, mode, files, details }: SharedTurn, links: SignedImageUrls) => ({
  id,
  role,
  content,
  timestamp: toIso(at),
  status,
  messageMode: mode,
  files,
  details: details && presentDetails(details, links),
});

export const shareRoutes = (mount: Mount, handlers: ShareHandlers): void => {
  mount(contract.createShare, async ({ body, principal }) => {
    const { share, token } = await handlers.shareChat.execute(principal.user.uid, body);
    return { share: presentShare(share, body.chatId), url: handlers.shareUrl(token) };
  });
  mount(contract.listShares, async ({ principal }) => ({
    shares: (await handlers.listShares.execute(principal.user.uid)).map(({ token, ...share }) => ({
      ...presentShare(share, share.chatId),
      url: token === null ? null : handlers.shareUrl(token),
    })),
  }));
  mount(contract.revokeShare, async ({ params, principal }) => {
    await handlers.revokeShare.execute(principal.user.uid, params.id);
    return SUCCESS;
  });
  mount(contract.openShare, async ({ params, ctx }) => {
    setPrivateHeaders(ctx);
    const {
      share: { id, kind, title, name, createdAt },
      turns,
    } = await handlers.openShare.execute(params.token);
    const links = handlers.linksFor(`share:${id}`);
    return { kind, title, name, createdAt: toIso(createdAt), turns: turns.map((turn) => presentTurn(turn, links)) };
  });
};
