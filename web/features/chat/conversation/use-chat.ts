import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Chat } from '../../../../src/contract/chats.ts';
import type { Message, RelatedQuestion } from '../../../../src/contract/common.ts';
import { buildTurns, findLeafUnder, findSiblingVersion } from '../../../../src/shared/message-tree.ts';
import { api } from '../../../lib/api.ts';
import { isApiFailure, type ApiFailure } from '../../../lib/api-error.ts';
import {
  NEW_CHAT_DRAFT,
  personalitySet,
  selectLocalTurns,
  streamingSet,
  turnsRemoved,
  versionSelected,
} from '../../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../../state/store.ts';
import { UNTITLED } from '../../../../src/shared/chat-title.ts';
import { createAccountStore, uploadReplyText } from '../engine/account-store.ts';
import { chatApi, isTemporaryChat } from '../engine/chat-api.ts';
import type { ReplyClient } from '../engine/reply-client.ts';
import { hasSourcesOrImages } from '../engine/reply-details.ts';
import { subscribeToTabs } from '../engine/tab-channel.ts';
import { useTranslations } from '../texts.ts';
import { hasLongerText, isSettled, mergeLocalTurns, sortByTime, type Turn } from './message-tree.ts';
import { useDropAskedDraft } from './use-drop-asked-draft.ts';
import { useConversation, type Conversation } from './use-conversation.ts';
import { findRelatedQuestions } from './related-questions.ts';

/** A chat that could not be loaded because the server was away is asked for again. */
const RETRY_INTERVAL_MS = 10_000;

const NO_MESSAGES: readonly Message[] = [];

/** A chat of the account as its screen shows it, and all that a person can do in it. */
export interface ChatSession extends Conversation {
  readonly title: string;
  /** Undefined: it has none yet. */
  readonly storedTitle: string | undefined;
  /** Not listed, not shared, deleted a day after its last message. */
  readonly isTemporary: boolean;
  /** Whether it is pinned or archived; undefined while the server has not told it. */
  readonly place: Pick<Chat, 'pinnedAt' | 'archived'> | undefined;
  readonly isLoading: boolean;
  /** Why the chat could not be opened; null when it could. A message can be sent all the same. */
  readonly loadError: ApiFailure | null;
  readonly related: readonly RelatedQuestion[];
  /** There is something that a document view could show: sources or images; null while the chat is not known. */
  readonly hasSourcesOrImages: boolean | null;
  /** It was deleted elsewhere while it is shown here. */
  readonly isDeleted: boolean;
  readonly reload: () => void;
  /** `step` -1 for the version before, 1 for the one after. */
  readonly selectVersion: (messageId: string, step: number) => void;
}

/**
 * Lets the page's own turns go once the server has them; where it has less, it is given the rest, once for each copy.
 */
const useReconcileLocalTurns = (
  chatId: string | null,
  serverMessages: readonly Message[],
  local: readonly Message[],
): void => {
  const store = useAppStore();
  const uploadedFor = useRef(serverMessages);
  useEffect(() => {
    if (chatId === null) return;
    const final = new Map(serverMessages.filter(isSettled).map((message) => [message.id, message]));
    const stored = local.flatMap((mine) => final.get(mine.id) ?? []);
    const longer = local.filter((mine) =>
      stored.some((theirs) => theirs.id === mine.id && hasLongerText(mine, theirs)),
    );
    if (uploadedFor.current !== serverMessages) for (const mine of longer) uploadReplyText(store, chatId, mine);
    if (longer.length > 0) uploadedFor.current = serverMessages;
    const ids = stored.map(({ id }) => id).filter((id) => !longer.some((mine) => mine.id === id));
    if (ids.length > 0) store.dispatch(turnsRemoved({ chatId, ids }));
  }, [store, chatId, serverMessages, local]);
};

/** The server may answer another time. */
const isServerAway = (error: unknown): boolean => isApiFailure(error) && (error.status === 0 || error.status > 500);

/** What is known of a chat: the server's copy, this page's own turns over it, and the path that is shown. */
const useTurns = (chatId: string | null) => {
  const isNew = useAppSelector(({ chat }) => chatId === null || chat.newChats.includes(chatId));
  const chosen = useAppSelector(({ chat }) => (chatId === null ? undefined : chat.selectedLeafIds[chatId]));
  const local = useAppSelector(selectLocalTurns(chatId));
  const [isRetried, setRetried] = useState(false);
  const query = chatApi.useOpenChatQuery(chatId ?? '', {
    skip: isNew,
    refetchOnReconnect: true,
    refetchOnFocus: true,
    pollingInterval: isRetried ? RETRY_INTERVAL_MS : 0,
  });
  const isAway = isServerAway(query.error);
  if (isAway !== isRetried) setRetried(isAway);
  const stored = isNew ? undefined : query.currentData;
  const serverMessages = useMemo(
    () => (stored ? sortByTime(stored.messages, stored.otherVersions) : NO_MESSAGES),
    [stored],
  );
  const messages = useMemo(() => mergeLocalTurns(serverMessages, local), [serverMessages, local]);
  const leafId = chosen ?? stored?.leafId ?? null;
  const turns = useMemo(() => buildTurns(messages, leafId), [messages, leafId]);

  useReconcileLocalTurns(chatId, serverMessages, local);
  useDropAskedDraft(chatId, serverMessages);
  return { query, stored, messages, turns, isNew };
};

/** Refetches what other tabs changed. */
const useOtherTabs = (): void => {
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      subscribeToTabs(({ type, chatId }) => {
        dispatch(api.util.invalidateTags(type === 'waiting' ? ['Chats'] : ['Chats', { type: 'Chat', id: chatId }]));
      }),
    [dispatch],
  );
};

/** Looks at another version of a turn, here at once and at the server for the next time. */
const useVersionSelection = (chatId: string | null, messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  return useCallback(
    (messageId: string, step: number): void => {
      const siblingId = findSiblingVersion(messages, messageId, step);
      if (chatId === null || siblingId === undefined) return;
      const leafId = findLeafUnder(messages, siblingId);
      dispatch(versionSelected({ chatId, leafId }));
      const updatedAt = new Date().toISOString();
      const chat = { id: chatId, leafId, updatedAt, mustExist: true };
      void dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
    },
    [dispatch, chatId, messages],
  );
};

/** A chat is answered by the personality that it was left with; what is chosen in it after that stays. */
const usePersonality = (chatId: string | null, stored: Pick<Chat, 'gptType'> | undefined): void => {
  const gptType = stored?.gptType;
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (chatId !== null && gptType !== undefined) dispatch(personalitySet(gptType));
  }, [dispatch, chatId, gptType]);
};

type StoredChat = Pick<Chat, 'sources' | 'images'> | undefined;

const findSourcesOrImages = (turns: readonly Turn[], stored: StoredChat, isKnown: boolean): boolean | null => {
  const ofChat = stored ? stored.sources.length + stored.images.length : 0;
  return isKnown ? ofChat > 0 || turns.some(({ message }) => hasSourcesOrImages(message)) : null;
};

const titleOf = (stored: Pick<Chat, 'title'> | undefined): string | undefined =>
  stored?.title === UNTITLED ? undefined : stored?.title;

interface LoadState {
  readonly error: unknown;
  readonly isShown: boolean;
  readonly isStored: boolean;
}

/** A chat that is shown and not found any more was deleted. */
const loadStateOf = ({ error, isShown, isStored }: LoadState): Pick<ChatSession, 'loadError' | 'isDeleted'> => {
  const failure = isApiFailure(error) ? error : null;
  const isDeleted = isShown && failure?.status === 404;
  return { loadError: isStored || isDeleted ? null : failure, isDeleted };
};

/**
 * One chat: loaded, shown with its versions, asked in, and followed while it is answered. Null = the chat to be begun.
 */
export const useChat = ({
  chatId,
  client,
}: {
  readonly chatId: string | null;
  readonly client: ReplyClient;
}): ChatSession => {
  const t = useTranslations();
  const appStore = useAppStore();
  const { query, stored, messages, turns, isNew } = useTurns(chatId);
  const isKnown = isNew || stored !== undefined;
  const store = useMemo(() => createAccountStore(appStore, { chatId, placed: isKnown }), [appStore, chatId, isKnown]);
  const conversation = useConversation({ client, store, turns, draftKey: chatId ?? NEW_CHAT_DRAFT });
  const { isStreaming } = conversation;
  usePersonality(chatId, stored);
  useOtherTabs();
  useEffect(() => {
    appStore.dispatch(streamingSet(isStreaming));
  }, [appStore, isStreaming]);
  const selectVersion = useVersionSelection(chatId, messages);
  const storedTitle = titleOf(stored);
  const isTemporary = useAppSelector((state) => isTemporaryChat(state, chatId));
  return {
    ...conversation,
    title: storedTitle ?? t('untitled'),
    storedTitle,
    isTemporary,
    place: stored,
    related: findRelatedQuestions(turns, stored?.relatedQuestions),
    hasSourcesOrImages: findSourcesOrImages(turns, stored, isKnown),
    isLoading: !isNew && query.isFetching && stored === undefined && query.error === undefined,
    ...loadStateOf({ error: query.error, isShown: !isNew && turns.length > 0, isStored: stored !== undefined }),
    reload: () => {
      void query.refetch();
    },
    selectVersion,
  };
};
