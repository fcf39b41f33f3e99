import { useCallback, useMemo } from 'react';

import type { Message } from '../../../../src/contract/common.ts';
import { turnsRemoved, versionSelected } from '../../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { sendQuestion, findQuestionText, createQuestion, resumeReply } from '../engine/send-question.ts';
import { chatApi } from '../engine/chat-api.ts';
import type { ReplyClient } from '../engine/reply-client.ts';
import { t } from '../texts.ts';
import { isRejected, withoutRejected, type Turn } from './message-tree.ts';
import { findLeafUnder, findSiblingVersion } from '../../../../src/shared/message-tree.ts';

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
      dispatch(sendQuestion(client, replyMessageId === undefined ? wish : { ...wish, replyMessageId }));
      return true;
    },
    [dispatch, client, chatId, placed, isStreaming],
  );
};

/** Everything that asks for a reply. Nothing is asked while one is being written, and nothing blank. */
export const useChatActions = ({ client, chatId, turns, isStreaming, placed, setDraft }: ActionInput) => {
  const dispatch = useAppDispatch();
  const notes = useAppSelector(({ chat }) => chat.notes);
  const path = useMemo(() => turns.map(({ message }) => message), [turns]);

  const submit = useAsk({ client, chatId, placed, isStreaming });

  /** Asks after the last message of the path. */
  const append = useCallback(
    (text: string, fileIds?: readonly string[]): boolean => {
      const before = withoutRejected(path);
      return submit(createQuestion(text, before.at(-1)?.id ?? null, fileIds), before);
    },
    [submit, path],
  );

  const send = useCallback(
    (text: string, fileIds: readonly string[] = []): boolean => {
      const sent = append(text.trim(), fileIds);
      if (sent) setDraft('');
      return sent;
    },
    [append, setDraft],
  );

  const goOn = useCallback((): void => void append(t('goOnMessage')), [append]);

  const edit = useCallback(
    (messageId: string, text: string): boolean => {
      const at = path.findIndex(({ id }) => id === messageId);
      const old = path[at];
      return old !== undefined && submit(createQuestion(text.trim(), old.parentId, old.fileIds), path.slice(0, at));
    },
    [submit, path],
  );

  const regenerateFrom = useCallback(
    (messageId: string, replyMessageId?: string): void => {
      const asked = questionBefore(path, messageId);
      if (asked) submit(asked.question, asked.history, replyMessageId);
    },
    [submit, path],
  );

  const regenerate = useCallback((messageId: string): void => regenerateFrom(messageId), [regenerateFrom]);

  const retry = useCallback(
    (messageId: string): void => {
      const message = path.find(({ id }) => id === messageId);
      if (!message || chatId === null || isStreaming) return;
      const lost = notes[messageId]?.lost === true;
      const query = findQuestionText(message, path);
      if (lost && message.replyId !== null) dispatch(resumeReply(client, { chatId, message, query, isOwner: true }));
      // Nobody answered: the server may have it all the same, so the same ids, which attach to what it has.
      else if (lost) regenerateFrom(messageId, messageId);
      else {
        regenerateFrom(messageId);
        if (isRejected(message)) dispatch(turnsRemoved({ chatId, ids: [messageId] }));
      }
    },
    [dispatch, client, chatId, path, notes, isStreaming, regenerateFrom],
  );

  return { send, goOn, edit, regenerate, retry, notes };
};

/** Looks at another version of a turn, here at once and at the server for the next time. */
export const useVersionSelection = (chatId: string | null, messages: readonly Message[]) => {
  const dispatch = useAppDispatch();
  return useCallback(
    (messageId: string, step: number): void => {
      const siblingId = findSiblingVersion(messages, messageId, step);
      if (chatId === null || siblingId === undefined) return;
      const leafId = findLeafUnder(messages, siblingId);
      dispatch(versionSelected({ chatId, leafId }));
      const chat = { id: chatId, leafId, updatedAt: new Date().toISOString() };
      void dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
    },
    [dispatch, chatId, messages],
  );
};
