import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

import type { Chat } from '../../../../src/contract/chats.ts';
import type { Message, RelatedQuestion } from '../../../../src/contract/common.ts';
import { api } from '../../../lib/api.ts';
import { isApiFailure, type ApiFailure } from '../../../lib/api-error.ts';
import {
  draftSet,
  NEW_CHAT_DRAFT,
  selectDraft,
  selectLocalTurns,
  streamingSet,
  turnsRemoved,
  type TurnNote,
} from '../../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { uploadReplyText, findQuestionText, resumeReply } from '../engine/send-question.ts';
import { chatApi } from '../engine/chat-api.ts';
import { UNTITLED } from '../follow-ups/chat-title.ts';
import type { ReplyStore } from '../engine/reply-store.ts';
import type { ReplyClient } from '../engine/reply-client.ts';
import { subscribeToTabs } from '../engine/tab-channel.ts';
import { useTranslations } from '../texts.ts';
import { sortByTime, hasLongerText, mergeLocalTurns, type Turn } from './message-tree.ts';
import { hasSourcesOrImages } from '../engine/reply-details.ts';
import { useRelatedQuestions } from './use-related-questions.ts';
import { useChatActions, useVersionSelection } from './use-chat-actions.ts';
import { buildTurns } from '../../../../src/shared/message-tree.ts';

const NO_MESSAGES: readonly Message[] = [];

/** A chat as its screen shows it, and all that a person can do in it. */
export interface ChatSession {
  readonly title: string;
  readonly turns: readonly Turn[];
  readonly live: ReplyStore | null;
  readonly isStreaming: boolean;
  readonly isLoading: boolean;
  /** Why the chat could not be opened; null when it could, or when there is anything to show. */
  readonly loadError: ApiFailure | null;
  readonly notes: Readonly<Record<string, TurnNote>>;
  readonly related: readonly RelatedQuestion[];
  /** There is something that a document view could show: sources or images; null while the chat is not known. */
  readonly hasSourcesOrImages: boolean | null;
  readonly draft: string;
  readonly reload: () => void;
  readonly setDraft: (text: string) => void;
  /** False when nothing was sent: the text is blank and there is no file, or a reply is still being written. */
  readonly send: (text: string, fileIds?: readonly string[]) => boolean;
  readonly stop: () => void;
  /** Asks for the rest of a reply that was cut at its length limit. */
  readonly goOn: () => void;
  readonly retry: (messageId: string) => void;
  readonly regenerate: (messageId: string) => void;
  readonly edit: (messageId: string, text: string) => boolean;
  /** `step` -1 for the version before, 1 for the one after. */
  readonly selectVersion: (messageId: string, step: number) => void;
}

/** Lets the page's own turns go once the server has them; where it has less, it is given the rest, once for each copy. */
const useReconcileLocalTurns = (
  chatId: string | null,
  serverMessages: readonly Message[],
  local: readonly Message[],
): void => {
  const dispatch = useAppDispatch();
  const uploadedFor = useRef(serverMessages);
  useEffect(() => {
    if (chatId === null) return;
    const final = new Map(
      serverMessages.filter(({ status }) => status !== 'streaming').map((message) => [message.id, message]),
    );
    const stored = local.flatMap((mine) => final.get(mine.id) ?? []);
    const longer = local.filter((mine) =>
      stored.some((theirs) => theirs.id === mine.id && hasLongerText(mine, theirs)),
    );
    if (uploadedFor.current !== serverMessages) for (const mine of longer) dispatch(uploadReplyText(chatId, mine));
    if (longer.length > 0) uploadedFor.current = serverMessages;
    const ids = stored.map(({ id }) => id).filter((id) => !longer.some((mine) => mine.id === id));
    if (ids.length > 0) dispatch(turnsRemoved({ chatId, ids }));
  }, [dispatch, chatId, serverMessages, local]);
};

/** What is known of a chat: the server's copy, this page's own turns over it, and the path that is shown. */
const useTurns = (chatId: string | null) => {
  const isNew = useAppSelector(({ chat }) => chatId === null || chat.newChats.includes(chatId));
  const chosen = useAppSelector(({ chat }) => (chatId === null ? undefined : chat.selectedLeafIds[chatId]));
  const local = useAppSelector(selectLocalTurns(chatId));
  const query = chatApi.useOpenChatQuery(chatId ?? '', { skip: isNew, refetchOnReconnect: true, refetchOnFocus: true });
  const stored = isNew ? undefined : query.currentData;
  const serverMessages = useMemo(
    () => (stored ? sortByTime(stored.messages, stored.otherVersions) : NO_MESSAGES),
    [stored],
  );
  const messages = useMemo(() => mergeLocalTurns(serverMessages, local), [serverMessages, local]);
  const leafId = chosen ?? stored?.leafId ?? null;
  const turns = useMemo(() => buildTurns(messages, leafId), [messages, leafId]);

  useReconcileLocalTurns(chatId, serverMessages, local);
  return { query, stored, messages, turns, isNew };
};

/** Watches replies that other pages began in this chat, and hears what other tabs do in it. */
const useOtherTabs = (client: ReplyClient, chatId: string | null, turns: readonly Turn[]): void => {
  const dispatch = useAppDispatch();
  const startedElsewhere = useRef(new Set<string>());
  useEffect(
    () =>
      subscribeToTabs((message) => {
        if (message.type === 'started') startedElsewhere.current.add(message.chatId);
        dispatch(api.util.invalidateTags(['Chats', { type: 'Chat', id: message.chatId }]));
      }),
    [dispatch],
  );
  useEffect(() => {
    if (chatId === null) return;
    for (const { message } of turns) {
      if (message.status !== 'streaming' || message.replyId === null || client.get(message.id)) continue;
      // The tab that asked also names the chat, and asks what leads on.
      const query = findQuestionText(
        message,
        turns.map((turn) => turn.message),
      );
      dispatch(resumeReply(client, { chatId, message, query, isOwner: !startedElsewhere.current.has(chatId) }));
    }
  }, [dispatch, client, chatId, turns]);
};

const useDraft = (chatId: string | null) => {
  const dispatch = useAppDispatch();
  const key = chatId ?? NEW_CHAT_DRAFT;
  const draft = useAppSelector(selectDraft(key));
  const setDraft = useCallback(
    (text: string) => {
      dispatch(draftSet({ key, text }));
    },
    [dispatch, key],
  );
  return { draft, setDraft };
};

type StoredChat = Pick<Chat, 'sources' | 'images'> | undefined;

const findSourcesOrImages = (turns: readonly Turn[], stored: StoredChat, isKnown: boolean): boolean | null => {
  const ofChat = stored ? stored.sources.length + stored.images.length : 0;
  return isKnown ? ofChat > 0 || turns.some(({ message }) => hasSourcesOrImages(message)) : null;
};

/** One chat: loaded, shown with its versions, asked in, and followed while it is answered. Null = the chat to be begun. */
export const useChat = ({
  chatId,
  client,
}: {
  readonly chatId: string | null;
  readonly client: ReplyClient;
}): ChatSession => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { query, stored, messages, turns, isNew } = useTurns(chatId);
  const { draft, setDraft } = useDraft(chatId);
  useSyncExternalStore(client.subscribe, client.getVersion);
  const running = turns.map(({ message }) => client.get(message.id)).find((found) => found !== undefined);
  const isStreaming = running !== undefined;
  useOtherTabs(client, chatId, turns);
  useEffect(() => {
    dispatch(streamingSet(isStreaming));
  }, [dispatch, isStreaming]);
  const isKnown = isNew || stored !== undefined;
  const actions = useChatActions({ client, chatId, turns, isStreaming, placed: isKnown, setDraft });
  const selectVersion = useVersionSelection(chatId, messages);
  const related = useRelatedQuestions(turns, stored);
  return {
    ...actions,
    title: stored && stored.title !== UNTITLED ? stored.title : t('untitled'),
    turns,
    related,
    hasSourcesOrImages: findSourcesOrImages(turns, stored, isKnown),
    live: running?.reply ?? null,
    isStreaming,
    isLoading: !isNew && query.isFetching && stored === undefined,
    loadError: turns.length === 0 && isApiFailure(query.error) ? query.error : null,
    draft,
    setDraft,
    reload: () => {
      void query.refetch();
    },
    stop: () => {
      void running?.stop();
    },
    selectVersion,
  };
};
