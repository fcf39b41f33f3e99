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

/** Everything that asks for a reply. Nothing is asked while one is being written, and nothing blank. */
export const useAsking = ({ client, chatId, turns, isStreaming, placed, setDraft }: ActionInput) => {
  const dispatch = useAppDispatch();
  const notes = useAppSelector(({ chat }) => chat.notes);
  const path = useMemo(() => turns.map(({ message }) => message), [turns]);

  /** Asks a question that stands, or will stand, on the path after `history`. */
  const put = useCallback((question: Message, history: readonly Message[], replyMessageId?: string): boolean => {
    if (isStreaming || (question.content.trim() === '' && !question.fileIds?.length)) return false;
    dispatch(ask(client, { chatId, question, history, placed, ...(replyMessageId === undefined ? {} : { replyMessageId }) }));
    return true;
  }, [dispatch, client, chatId, placed, isStreaming]);

  const send = useCallback((text: string, fileIds: readonly string[] = []): boolean => {
    const before = sentPath(path);
    const sent = put(questionOf(text.trim(), before.at(-1)?.id ?? null, fileIds), before);
    if (sent) setDraft('');
    return sent;
  }, [put, path, setDraft]);

  const goOn = useCallback((): void => {
    const before = sentPath(path);
    put(questionOf(say('goOnMessage'), before.at(-1)?.id ?? null), before);
  }, [put, path]);

  const edit = useCallback((messageId: string, text: string): boolean => {
    const at = path.findIndex(({ id }) => id === messageId);
    const old = path[at];
    return old !== undefined && put(questionOf(text.trim(), old.parentId, old.fileIds), path.slice(0, at));
  }, [put, path]);

  const answerAgain = useCallback((messageId: string, replyMessageId?: string): void => {
    const at = path.findIndex(({ id }) => id === messageId);
    // A synthesis stands after the answer that it belongs to, so the question may be further up.
    const questionAt = path.findLastIndex(({ role }, index) => index <= at && role === 'user');
    const question = path[questionAt];
    if (question?.role === 'user') put(question, path.slice(0, questionAt), replyMessageId);
  }, [put, path]);

  const regenerate = useCallback((messageId: string): void => answerAgain(messageId), [answerAgain]);

  const retry = useCallback((messageId: string): void => {
    const message = path.find(({ id }) => id === messageId);
    if (!message || chatId === null || isStreaming) return;
    const lost = notes[messageId]?.lost === true;
    if (lost && message.replyId !== null) dispatch(resume(client, { chatId, message, query: questionFor(message, path), isOurs: true }));
    // Nobody answered: the server may have it all the same, so the same ids, which attach to what it has.
    else if (lost) answerAgain(messageId, messageId);
    else {
      answerAgain(messageId);
      if (isUnsent(message)) dispatch(turnsDropped({ chatId, ids: [messageId] }));
    }
  }, [dispatch, client, chatId, path, notes, isStreaming, answerAgain]);

  return { send, goOn, edit, regenerate, retry, notes };
};

/** Looks at another version of a turn, here at once and at the server for the next time. */
export const useVersions = (chatId: string | null, messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  return useCallback((messageId: string, step: number): void => {
    const beside = versionBeside(messages, messageId, step);
    if (chatId === null || beside === undefined) return;
    const leafId = leafUnder(messages, beside);
    dispatch(versionChosen({ chatId, leafId }));
    const chat = { id: chatId, leafId, updatedAt: new Date().toISOString() };
    void dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
  }, [dispatch, chatId, messages]);
};
