import { useCallback, useMemo } from 'react';

import type { Message } from '../../../src/contract/common.ts';
import { turnsDropped, versionChosen } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { ask, questionFor, questionOf, resume } from './chat-actions.ts';
import { chatApi } from './chat-api.ts';
import type { ReplyClient } from './reply-client.ts';
import { say } from './texts.ts';
import { isUnsent, leafUnder, sentPath, versionBeside, type Turn } from './turns.ts';

interface ActionInput {
  readonly client: ReplyClient;
  readonly chatId: string | null;
  readonly turns: readonly Turn[];
  readonly isStreaming: boolean;
  /** The chat is known, so a question can say what it follows. */
  readonly placed: boolean;
  readonly setDraft: (text: string) => void;
}

/** The question that a message answers. A synthesis stands after the answer that it belongs to, so it may be further up. */
const questionBefore = (path: readonly Message[], messageId: string) => {
  const at = path.findIndex(({ id }) => id === messageId);
  const questionAt = path.findLastIndex(({ role }, index) => index <= at && role === 'user');
  const question = path[questionAt];
  return question && { question, history: path.slice(0, questionAt) };
};

/** Asks a question that stands, or will stand, on the path after `history`. */
const useAsk = ({
  client,
  chatId,
  placed,
  isStreaming,
}: Pick<ActionInput, 'client' | 'chatId' | 'placed' | 'isStreaming'>) => {
  const dispatch = useAppDispatch();
  return useCallback(
    (question: Message, history: readonly Message[], replyMessageId?: string): boolean => {
      if (isStreaming || (question.content.trim() === '' && !question.fileIds?.length)) return false;
      const wish = { chatId, question, history, placed };
      dispatch(ask(client, replyMessageId === undefined ? wish : { ...wish, replyMessageId }));
      return true;
    },
    [dispatch, client, chatId, placed, isStreaming],
  );
};

/** Everything that asks for a reply. Nothing is asked while one is being written, and nothing blank. */
export const useAsking = ({ client, chatId, turns, isStreaming, placed, setDraft }: ActionInput) => {
  const dispatch = useAppDispatch();
  const notes = useAppSelector(({ chat }) => chat.notes);
  const path = useMemo(() => turns.map(({ message }) => message), [turns]);

  const put = useAsk({ client, chatId, placed, isStreaming });

  /** Asks after the last message of the path. */
  const append = useCallback(
    (text: string, fileIds?: readonly string[]): boolean => {
      const before = sentPath(path);
      return put(questionOf(text, before.at(-1)?.id ?? null, fileIds), before);
    },
    [put, path],
  );

  const send = useCallback(
    (text: string, fileIds: readonly string[] = []): boolean => {
      const sent = append(text.trim(), fileIds);
      if (sent) setDraft('');
      return sent;
    },
    [append, setDraft],
  );

  const goOn = useCallback((): void => void append(say('goOnMessage')), [append]);

  const edit = useCallback(
    (messageId: string, text: string): boolean => {
      const at = path.findIndex(({ id }) => id === messageId);
      const old = path[at];
      return old !== undefined && put(questionOf(text.trim(), old.parentId, old.fileIds), path.slice(0, at));
    },
    [put, path],
  );

  const answerAgain = useCallback(
    (messageId: string, replyMessageId?: string): void => {
      const asked = questionBefore(path, messageId);
      if (asked) put(asked.question, asked.history, replyMessageId);
    },
    [put, path],
  );

  const regenerate = useCallback((messageId: string): void => answerAgain(messageId), [answerAgain]);

  const retry = useCallback(
    (messageId: string): void => {
      const message = path.find(({ id }) => id === messageId);
      if (!message || chatId === null || isStreaming) return;
      const lost = notes[messageId]?.lost === true;
      const query = questionFor(message, path);
      if (lost && message.replyId !== null) dispatch(resume(client, { chatId, message, query, isOurs: true }));
      // Nobody answered: the server may have it all the same, so the same ids, which attach to what it has.
      else if (lost) answerAgain(messageId, messageId);
      else {
        answerAgain(messageId);
        if (isUnsent(message)) dispatch(turnsDropped({ chatId, ids: [messageId] }));
      }
    },
    [dispatch, client, chatId, path, notes, isStreaming, answerAgain],
  );

  return { send, goOn, edit, regenerate, retry, notes };
};

/** Looks at another version of a turn, here at once and at the server for the next time. */
export const useVersions = (chatId: string | null, messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  return useCallback(
    (messageId: string, step: number): void => {
      const beside = versionBeside(messages, messageId, step);
      if (chatId === null || beside === undefined) return;
      const leafId = leafUnder(messages, beside);
      dispatch(versionChosen({ chatId, leafId }));
      const chat = { id: chatId, leafId, updatedAt: new Date().toISOString() };
      void dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
    },
    [dispatch, chatId, messages],
  );
};
