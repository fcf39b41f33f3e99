import type { Context } from 'koa';

import * as contract from '../../../contract/shares.ts';
import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import { ListShares, OpenShare, RevokeShare } from '../../../domain/shares/manage-shares.ts';
import { DecideOnShare, ListModeratedShares, type ListedShare } from '../../../domain/shares/moderate-shares.ts';
import { ReportShare } from '../../../domain/shares/report-share.ts';
import type { Share, SharedDetails, SharedTurn } from '../../../domain/shares/ports.ts';
import { ShareChat } from '../../../domain/shares/share-chat.ts';
import type { ShareFilter } from '../../../shared/share-reports.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import { type LinksFor, withIcons, withPreviews } from '../files/signed-image-urls.ts';
import type { Handlers } from '../handlers.ts';

export const shareHandlers = {
  shareChat: ShareChat,
  listShares: ListShares,
  revokeShare: RevokeShare,
  openShare: OpenShare,
  reportShare: ReportShare,
  listModeratedShares: ListModeratedShares,
  decideOnShare: DecideOnShare,
};

export interface ShareHandlers extends Handlers<typeof shareHandlers> {
  /** The public URL of a share. */
  readonly shareUrl: (token: string) => string;
  readonly linksFor: LinksFor;
}

/** Not indexed and not cached, so that revoking takes effect at once. */
export const setPrivateHeaders = (ctx: Context): void =>
  ctx.set({ 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'no-store' });

const presentShare = ({ id, kind, title, name, turnCount, createdAt }: Share) => ({
  id,
  kind,
  title,
  name,
  turns: turnCount,
  createdAt: toIso(createdAt),
});

const presentTakeDown = ({ takenDownAt, takenDownReason }: Share) =>
  takenDownAt === null ? null : { at: toIso(takenDownAt), reason: takenDownReason ?? '' };

const presentDetails = (details: SharedDetails, links: SignedImageUrls): SharedDetails => ({
  ...details,
  sources: withIcons(details.sources, links),
  images: withPreviews(details.images, links),
});

const presentTurn = ({ at, mode, details, ...turn }: SharedTurn, links: SignedImageUrls) => ({
  ...turn,
  timestamp: toIso(at),
  messageMode: mode,
  details: details && presentDetails(details, links),
});

const presentListed = (share: ListedShare, handlers: ShareHandlers) => ({
  ...presentShare(share),
  takenDown: presentTakeDown(share),
  owner: { uid: share.ownerId, name: share.ownerName, email: share.ownerEmail },
  reports: share.reportCount,
  reportedAt: share.reportedAt === null ? null : toIso(share.reportedAt),
  url: share.token === null ? null : handlers.shareUrl(share.token),
});

/** The place of a share in a list, as text. */
const cursorOf = (filter: ShareFilter, { id, createdAt, reportedAt, takenDownAt }: ListedShare): string => {
  const at = { all: createdAt, reported: reportedAt, 'taken-down': takenDownAt }[filter];
  return `${at ?? 0}:${id}`;
};

const parseCursor = (cursor: string): { readonly at: number; readonly id: string } => {
  const [at = '', id = ''] = cursor.split(':');
  return { at: Number(at), id };
};

const moderationRoutes = (mount: Mount, handlers: ShareHandlers): void => {
  mount(contract.reportShare, async ({ params, body, address }) => {
    await handlers.reportShare.execute({ ...params, ...body, address });
    return SUCCESS;
  });
  mount(contract.listModeratedShares, async ({ query: { before, limit, filter, search } }) => {
    const page = { filter, search, before: before === undefined ? undefined : parseCursor(before) };
    const found = await handlers.listModeratedShares.execute({ ...page, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      shares: shown.map((share) => presentListed(share, handlers)),
      next: last && found.length > limit ? cursorOf(filter, last) : null,
    };
  });
  mount(contract.listShareReports, async ({ params }) => ({
    reports: (await handlers.listModeratedShares.reports(params.id)).map(({ at, ...report }) => ({
      ...report,
      at: toIso(at),
    })),
  }));
  mount(contract.decideOnShare, async ({ params, body: { decision, reason } }) => {
    await handlers.decideOnShare.execute(params.id, decision, reason);
    return SUCCESS;
  });
};

export const shareRoutes = (mount: Mount, handlers: ShareHandlers): void => {
  moderationRoutes(mount, handlers);
  mount(contract.createShare, async ({ body, principal }) => {
    const { share, token } = await handlers.shareChat.execute(principal.user.uid, body);
    return { share: { ...presentShare(share), chatId: body.chatId }, url: handlers.shareUrl(token) };
  });
  mount(contract.listShares, async ({ principal }) => ({
    shares: (await handlers.listShares.execute(principal.user.uid)).map(({ token, ...share }) => ({
      ...presentShare(share),
      chatId: share.chatId,
      takenDown: presentTakeDown(share),
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
