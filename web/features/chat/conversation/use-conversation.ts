import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { draftSet, selectDraft } from '../../../state/chat-slice.ts';
import type { TurnNote } from '../../../state/local-turns.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { toMessageText } from '../composer/draft-parts.ts';
import { askQuestion, createQuestion, resumeFollowUps, resumeReply } from '../engine/ask-question.ts';
import type { ConversationStore } from '../engine/conversation-store.ts';
import type { ReplyClient } from '../engine/reply-client.ts';
import { isAnswering, type ReplyStore } from '../engine/reply-store.ts';
import { t } from '../asking-texts.ts';
import { isRejected, isSettled, withoutRejected, type Turn } from './message-tree.ts';

/** A conversation and all that a person can do in it, wherever it is stored. */
export interface Conversation {
  readonly turns: readonly Turn[];
  /** The reply whose answer is being written. */
  readonly live: ReplyStore | null;
  /** The reply of a turn, as long as there is anything to come of it. */
  readonly replyOf: (messageId: string) => ReplyStore | null;
  readonly isStreaming: boolean;
  readonly notes: Readonly<Record<string, TurnNote>>;
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** False when nothing was sent: the text is blank and there is no file, or a reply is still being written. */
  readonly send: (text: string, fileIds?: readonly string[]) => boolean;
  /** Sends a text that was not typed, as a related question; what is in the box stays. */
  readonly ask: (text: string) => boolean;
  readonly stop: () => void;
  /** Stops an answer, or what follows it. */
  readonly stopReply: (messageId: string) => void;
  /** Requests the rest of a reply that was cut at its length limit. */
  readonly goOn: () => void;
  readonly retry: (messageId: string) => void;
  readonly regenerate: (messageId: string) => void;
  readonly edit: (messageId: string, text: string) => boolean;
}

interface ConversationInput {
  readonly client: ReplyClient;
  readonly store: ConversationStore;
  readonly turns: readonly Turn[];
  /** Under which the text that is being written is found. */
  readonly draftKey: string;
}

const useDraft = (key: string) => {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft(key));
  const setDraft = useCallback(
    (text: string) => {
      dispatch(draftSet({ key, text }));
    },
    [dispatch, key],
  );
  return { draft, setDraft };
};

/** Watches replies of these turns that another page began, or this one before a reload. */
const useResume = (client: ReplyClient, store: ConversationStore, path: readonly Message[]): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    for (const message of path) {
      if (isSettled(message) || client.get(message.id)) continue;
      dispatch(
        message.status === 'streaming' ? resumeReply(client, store, message) : resumeFollowUps(client, store, message),
      );
    }
  }, [dispatch, client, store, path]);
};

/** Sends a question that follows `history`. False if it is blank or a reply is being streamed. */
const useAsk = (client: ReplyClient, store: ConversationStore, isStreaming: boolean) => {
  const dispatch = useAppDispatch();
  return useCallback(
    (question: Message, history: readonly Message[], replyMessageId?: string): boolean => {
      if (isStreaming || (question.content.trim() === '' && !question.fileIds?.length)) return false;
      dispatch(askQuestion(client, store, { question, history, replyMessageId }));
      return true;
    },
    [dispatch, client, store, isStreaming],
  );
};

/** Sends a question after the last message of the path. */
const useSend = (ask: ReturnType<typeof useAsk>, store: ConversationStore, path: readonly Message[]) =>
  useCallback(
    (text: string, fileIds?: readonly string[]): boolean => {
      const before = withoutRejected(path);
      return ask(createQuestion(text, before.at(-1)?.id ?? null, { now: store.now(), fileIds }), before);
    },
    [ask, store, path],
  );

/** The question of a message. In an older chat a synthesis follows the answer, so it may be further up. */
const questionBefore = (path: readonly Message[], messageId: string) => {
  const at = path.findIndex(({ id }) => id === messageId);
  const questionAt = path.findLastIndex(({ role }, index) => index <= at && role === 'user');
  const question = path[questionAt];
  return question && { question, history: path.slice(0, questionAt) };
};

/** Edit, regenerate and retry. */
const useAskAgain = (
  { client, store, isStreaming }: Pick<ConversationInput, 'client' | 'store'> & Pick<Conversation, 'isStreaming'>,
  ask: ReturnType<typeof useAsk>,
  path: readonly Message[],
) => {
  const dispatch = useAppDispatch();
  const notes = useAppSelector(({ chat }) => chat.notes);

  const edit = useCallback(
    (messageId: string, text: string): boolean => {
      const at = path.findIndex(({ id }) => id === messageId);
      const old = path[at];
      const context = { now: store.now(), fileIds: old?.fileIds };
      return old !== undefined && ask(createQuestion(text.trim(), old.parentId, context), path.slice(0, at));
    },
    [ask, store, path],
  );

  const regenerate = useCallback(
    (messageId: string, replyMessageId?: string): void => {
      const asked = questionBefore(path, messageId);
      if (asked) ask(asked.question, asked.history, replyMessageId);
    },
    [ask, path],
  );

  const askInPlace = useCallback(
    (messageId: string, replyMessageId?: string): void => {
      const asked = questionBefore(path, messageId);
      if (!asked) return;
      store.removeMessages([asked.question.id, messageId]);
      const question = createQuestion(asked.question.content, asked.question.parentId, { now: store.now() });
      ask(question, asked.history, replyMessageId);
    },
    [ask, store, path],
  );

  const retry = useCallback(
    (messageId: string): void => {
      const message = path.find(({ id }) => id === messageId);
      if (!message || isStreaming) return;
      const lost = notes[messageId]?.lost === true;
      if (lost && message.replyId !== null) dispatch(resumeReply(client, store, message));
      // The server may have the message, so the same ids attach to it.
      else if (!store.hasVersions) askInPlace(messageId, lost ? messageId : undefined);
      else if (lost) regenerate(messageId, messageId);
      else {
        regenerate(messageId);
        if (isRejected(message)) store.removeMessages([messageId]);
      }
    },
    [dispatch, client, store, path, notes, isStreaming, regenerate, askInPlace],
  );

  return { notes, edit, regenerate, retry };
};

/** Shown turns with their replies as they are written, and everything that asks for one. */
export const useConversation = ({ client, store, turns, draftKey }: ConversationInput): Conversation => {
  useSyncExternalStore(client.subscribe, client.getVersion);
  const path = useMemo(() => turns.map(({ message }) => message), [turns]);
  const running = path
    .map(({ id }) => client.get(id))
    .find((found) => found !== undefined && isAnswering(found.reply.getSnapshot()));
  const isStreaming = running !== undefined;
  const { draft, setDraft } = useDraft(draftKey);
  useResume(client, store, path);
  const ask = useAsk(client, store, isStreaming);
  const append = useSend(ask, store, path);
  const { notes, edit, regenerate, retry } = useAskAgain({ client, store, isStreaming }, ask, path);

  const send = useCallback(
    (text: string, fileIds: readonly string[] = []): boolean => {
      const sent = append(toMessageText(text).trim(), fileIds);
      if (sent) setDraft('');
      return sent;
    },
    [append, setDraft],
  );
  const replyOf = useCallback((messageId: string) => client.get(messageId)?.reply ?? null, [client]);
  const stopReply = useCallback((messageId: string): void => void client.get(messageId)?.stop(), [client]);
  const askAlone = useCallback((text: string): boolean => append(text.trim()), [append]);
  const goOn = useCallback((): void => void askAlone(t('goOnMessage')), [askAlone]);
  return {
    turns,
    live: running?.reply ?? null,
    replyOf,
    isStreaming,
    notes,
    draft,
    setDraft,
    send,
    ask: askAlone,
    stop: () => {
      void running?.stop();
    },
    stopReply,
    goOn,
    retry,
    regenerate,
    edit,
  };
};
