import type { ArtifactEditing } from '../../features/artifacts/artifact-editing.ts';
import { ownVersionApi } from '../../features/artifacts/own-version-api.ts';
import { t } from '../../features/artifacts/texts.ts';
import { isRejected, type Turn } from '../../features/chat/conversation/message-tree.ts';
import { chatApi } from '../../features/chat/engine/chat-api.ts';
import { notifyTabs } from '../../features/chat/engine/tab-channel.ts';
import { type ApiFailure, isApiFailure } from '../../lib/api-error.ts';
import { newId } from '../../lib/ids.ts';
import { draftSet } from '../../state/chat-slice.ts';
import { type AppStore, useAppSelector, useAppStore } from '../../state/store.ts';
import { artifactDraftKey } from './carry-drafts.ts';

const REASONS = {
  CHAT_WENT_ON: 'wentOn',
  ANSWER_NOT_FINISHED: 'saveLater',
  TOO_MANY_VERSIONS: 'tooManyVersions',
} as const;

const isReason = (code: string | null): code is keyof typeof REASONS => code !== null && Object.hasOwn(REASONS, code);

const reasonOf = (error: unknown): string => {
  const failure: ApiFailure | null = isApiFailure(error) ? error : null;
  if (!failure) return t('notSaved');
  return isReason(failure.code) ? t(REASONS[failure.code]) : failure.message;
};

/** The version stands in the chat as the server has it; other pages are told to look, too. */
const readAgain = async ({ dispatch }: AppStore, chatId: string): Promise<void> => {
  notifyTabs({ type: 'changed', chatId });
  await dispatch(chatApi.endpoints.openChat.initiate(chatId, { forceRefetch: true, subscribe: false }));
};

/** The last answer that the server knows; null while it is written. */
const lastAnswerId = (turns: readonly Turn[]): string | null => {
  const last = turns.findLast(({ message }) => message.role === 'assistant' && !isRejected(message))?.message;
  return !last || last.status === 'streaming' ? null : last.id;
};

const editingOf = (store: AppStore, chatId: string, messageId: string | null): ArtifactEditing => {
  const draftOf = (artifactId: string): string | null =>
    store.getState().chat.drafts[artifactDraftKey(chatId, artifactId)]?.slice(1) ?? null;
  const setDraft = (artifactId: string, text: string | null): void => {
    // An empty text is one, too.
    store.dispatch(draftSet({ key: artifactDraftKey(chatId, artifactId), text: text === null ? '' : `=${text}` }));
  };
  return {
    messageId,
    draftOf,
    setDraft,
    save: async ({ id: artifactId, kind }, source) => {
      if (messageId === null) return t('saveLater');
      const call = { params: { id: chatId, messageId }, body: { id: newId(), artifactId, kind, source } };
      const { error } = await store.dispatch(ownVersionApi.endpoints.saveOwnVersion.initiate(call, { track: false }));
      if (error) return reasonOf(error);
      await readAgain(store, chatId);
      if (draftOf(artifactId) === source) setDraft(artifactId, null);
      return null;
    },
    remove: async (of, versionId) => {
      const call = { id: chatId, messageId: of, versionId };
      const { error } = await store.dispatch(ownVersionApi.endpoints.deleteOwnVersion.initiate(call, { track: false }));
      if (error) return reasonOf(error);
      await readAgain(store, chatId);
      return null;
    },
  };
};

/** How the person edits artifacts of a chat; undefined where there is no chat on the server. */
export const useArtifactEditing = (chatId: string | null, turns: readonly Turn[]): ArtifactEditing | undefined => {
  const store = useAppStore();
  useAppSelector(({ chat }) => chat.drafts);
  return chatId === null ? undefined : editingOf(store, chatId, lastAnswerId(turns));
};
