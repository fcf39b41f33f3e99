import type { z } from 'zod';
import { effectiveTier } from './authenticator.ts';

import type { chat as chatSchema } from '../../contract/chats.ts';
import type { message as messageSchema, user as userSchema } from '../../contract/common.ts';
import type { file as fileSchema } from '../../contract/files.ts';
import type { SignedIn } from '../../domain/accounts/create-session.ts';
import type { User } from '../../domain/accounts/user.ts';
import type { VerificationPolicy } from '../../domain/accounts/verification-policy.ts';
import type { GetOverride } from '../../domain/admin/admin-override.ts';
import type { Override } from '../../domain/admin/ports.ts';
import type { SignedImageUrls } from '../../domain/agents/image-proxy/image-url-signer.ts';
import type { Chat, ListedChat } from '../../domain/chat/conversations/chat.ts';
import type { Message } from '../../domain/chat/conversations/message.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { withIcons, withPartUrls, withPreviews } from './files/signed-image-urls.ts';
import type { ReplyDetails } from '../../shared/reply-details.ts';

/** The response of calls without a result. */
export const SUCCESS = { success: true } as const;

export const toIso = (at: number): string => new Date(at).toISOString();

/** Nothing of a completed file that waits for other vectors: it is found by the earlier ones. */
export const presentEmbeddingFailure = (
  file: StoredFile,
): Pick<z.input<typeof fileSchema>, 'embeddingError' | 'embeddingFailingSince'> => {
  const { embeddingStatus, embeddingError, embeddingFailingSince: since } = file;
  if (embeddingStatus === 'completed') return { embeddingError: null, embeddingFailingSince: null };
  return { embeddingError, embeddingFailingSince: since === null ? null : toIso(since) };
};

/** `override`: the tier that an admin acts as. */
export const presentUser = (user: User, override: Override | undefined): z.input<typeof userSchema> => ({
  uid: user.uid,
  email: user.email,
  phoneNumber: user.phoneNumber,
  name: user.name,
  language: user.language,
  authMode: user.authMode,
  subscription: user.subscription,
  tier: effectiveTier({ user, effectiveOverride: override?.type }),
  emailVerified: user.emailVerified,
  isAdmin: user.isAdmin,
  isAuditor: user.isAuditor && !user.isAdmin,
  createdAt: toIso(user.createdAt),
  hasPassword: user.passwordHash !== null,
  hasSecondFactor: user.hasSecondFactor,
  inGroups: user.groupIds.length > 0 && override === undefined,
  override:
    override === undefined
      ? null
      : { enabled: true, overrideType: override.type, expiresAt: toIso(override.expiresAt) },
});

/** A new session. */
export const presentSignedIn = async (
  handlers: { readonly getOverride: GetOverride; readonly verification: VerificationPolicy },
  { token, user }: SignedIn,
) => ({
  token,
  user: presentUser(handlers.verification.asSeen(user), await handlers.getOverride.execute(user)),
});

export const presentMessage = (message: Message, links: SignedImageUrls): z.input<typeof messageSchema> => ({
  id: message.id,
  role: message.role,
  content: message.content,
  timestamp: toIso(message.at),
  ...(message.fileIds.length > 0 ? { fileIds: [...message.fileIds] } : {}),
  ...(message.cached ? { cached: true } : {}),
  ...(message.mode ? { messageMode: message.mode } : {}),
  parentId: message.parentId,
  status: message.status,
  errorCode: message.errorCode,
  model: message.model,
  replyId: message.replyId,
  ...(message.followUps ? { followUps: message.followUps } : {}),
  ...(message.details ? { details: presentDetails(message.details, links) } : {}),
});

const presentDetails = (details: ReplyDetails, links: SignedImageUrls): ReplyDetails => ({
  ...details,
  sources: withIcons(details.sources, links),
  images: withPreviews(details.images, links),
  steps: details.steps.map((step) => withPartUrls(step, links)),
});

export const presentPlace = ({ pinnedAt, archived }: Pick<Chat, 'pinnedAt' | 'archived'>) => ({
  pinnedAt: pinnedAt === null ? null : toIso(pinnedAt),
  archived,
});

export const presentSummary = ({ createdAt, updatedAt, match, ...chat }: ListedChat) => ({
  id: chat.id,
  title: chat.title,
  messageCount: chat.messageCount,
  gptType: chat.gptType,
  toolServers: [...chat.toolServers],
  createdAt: toIso(createdAt),
  lastUpdated: toIso(updatedAt),
  ...presentPlace(chat),
  waits: chat.waits,
  ...(match ? { match } : {}),
});

/** A chat without its turns. */
export const presentChat = (
  chat: Chat,
  links: SignedImageUrls,
): Omit<z.input<typeof chatSchema>, 'messages' | 'otherVersions'> => ({
  id: chat.id,
  title: chat.title,
  leafId: chat.leafId,
  createdAt: toIso(chat.createdAt),
  updatedAt: toIso(chat.updatedAt),
  lastUpdated: toIso(chat.updatedAt),
  expiresAt: chat.expiresAt === null ? null : toIso(chat.expiresAt),
  ...presentPlace(chat),
  gptType: chat.gptType,
  toolServers: [...chat.toolServers],
  sources: withIcons(chat.sources, links),
  images: withPreviews(chat.images, links),
  relatedQuestions: [...chat.relatedQuestions],
});
