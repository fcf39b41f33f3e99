import type { Message } from '../../../../src/contract/common.ts';
import { trackEvent } from '../../../lib/analytics.ts';
import { newId } from '../../../lib/ids.ts';
import { chosenModeRestored, turnNoteSet } from '../../../state/chat-slice.ts';
import { applySendMode, isDetected, startSearchResult } from '../../../state/send-mode.ts';
import type { AppDispatch, Thunk } from '../../../state/store.ts';
import { scrollToEndRequested, searchResultFailed, searchResultUpdated } from '../../../state/ui-slice.ts';
import { NO_DETAILS } from '../../../../src/shared/reply-details.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { ReplyClient, RunningReply } from './reply-client.ts';
import { isAnswerLost } from './reply-failure.ts';
import { snapshotDetails, waitsForPerson } from './reply-details.ts';
import type { ReplySnapshot, StreamedReply } from './reply-store.ts';

/** A question of a person, not yet stored. */
export const createQuestion = (
  content: string,
  parentId: string | null,
  { now, fileIds = [] }: { readonly now: Date; readonly fileIds?: readonly string[] | undefined },
): Message => ({
  id: newId(),
  role: 'user',
  content,
  timestamp: now.toISOString(),
  parentId,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...(fileIds.length > 0 ? { fileIds: [...fileIds] } : {}),
});

/** The turn that a reply will fill. */
const createReply = (question: Message, now: Date, agentType: string | null): Message => ({
  ...createQuestion('', question.id, { now }),
  role: 'assistant',
  status: 'streaming',
  ...(agentType === null ? {} : { messageMode: { isAgent: true, agentType } }),
});

export interface AskInput {
  readonly question: Message;
  /** The turns before the question, oldest first. */
  readonly history: readonly Message[];
  /** The turn to fill; a new one when absent. */
  readonly replyMessageId?: string | undefined;
}

/** Shows question and empty reply at once, asks, and stores the answer whether or not anybody still looks at it. */
export const askQuestion =
  (client: ReplyClient, store: ConversationStore, { question, history, replyMessageId }: AskInput): Thunk =>
  (dispatch) => {
    const hasFiles = [...history, question].some(({ fileIds = [] }) => fileIds.length > 0);
    const mode = dispatch(applySendMode(question.content, hasFiles));
    const empty = createReply(question, store.now(), mode.agentType);
    const reply = replyMessageId === undefined ? empty : { ...empty, id: replyMessageId };
    const exchange = { question, reply, history, mode };
    const running = client.send({ messageId: reply.id, ...store.buildRequest(exchange) });
    dispatch(turnNoteSet({ id: reply.id, note: null }));
    store.addExchange(exchange);
    if (isDetected(mode)) void running.reply.done.then(() => dispatch(chosenModeRestored()));
    dispatch(trackReply(running, store, question));
    if (mode.isSearch) dispatch(showAsDocument(running, store, question));
  };

/** Takes up a reply that another page began, or this one before a reload. */
export const resumeReply =
  (client: ReplyClient, store: ConversationStore, message: Message): Thunk =>
  (dispatch) => {
    if (message.replyId === null) return;
    const { id: messageId, replyId, content: text } = message;
    const running = client.resume({ replyId, messageId, text });
    dispatch(turnNoteSet({ id: message.id, note: null }));
    store.addReply({ ...message, status: 'streaming' });
    dispatch(trackReply(running, store, null));
  };

/** Resumes the follow-ups of a complete answer. */
export const resumeFollowUps =
  (client: ReplyClient, store: ConversationStore, message: Message): Thunk =>
  (dispatch) => {
    const { id: messageId, replyId, content: text, status, details } = message;
    if (replyId === null || status === 'streaming') return;
    const { reply } = client.resume({ replyId, messageId, text, outcome: status });
    store.addReply({ ...message, followUps: undefined }); // they are followed here now, once
    dispatch(trackFollowUps(reply, store, Promise.resolve(details)));
  };

/**
 * Updates the search result of a reply: sources and images as they come, the text when it is complete (a view that
 * streams it reads the reply). A reply that fails without text removes the result.
 */
const syncSearchResult = (reply: StreamedReply, dispatch: AppDispatch): void => {
  const { messageId } = reply;
  let previous: Pick<ReplySnapshot, 'sources' | 'images'> = reply.getSnapshot();
  const unsubscribe = reply.subscribe(() => {
    const snapshot = reply.getSnapshot();
    if (snapshot.sources === previous.sources && snapshot.images === previous.images) return;
    previous = snapshot;
    dispatch(searchResultUpdated({ messageId, sources: snapshot.sources, images: snapshot.images }));
  });
  void reply.done.then((end) => {
    unsubscribe();
    dispatch(
      end.text === '' && end.phase !== 'complete'
        ? searchResultFailed(messageId)
        : searchResultUpdated({ messageId, content: end.text }),
    );
  });
};

const showAsDocument =
  ({ reply }: RunningReply, { chatId }: ConversationStore, question: Message): Thunk =>
  (dispatch) => {
    const { content: query, timestamp } = question;
    dispatch(startSearchResult({ query, messageId: reply.messageId, chatId, timestamp }));
    syncSearchResult(reply, dispatch);
  };

/** Reports when a reply begins to wait for the person and when it goes on. */
const watchWaiting = (reply: StreamedReply, store: ConversationStore): (() => void) => {
  let waits = false;
  const report = (now: boolean): void => {
    if (now !== waits) store.onWaiting(now);
    waits = now;
  };
  const unsubscribe = reply.subscribe(() => report(waitsForPerson(reply.getSnapshot())));
  return () => {
    unsubscribe();
    report(false);
  };
};

/** Follows a reply through its answer and what comes after it. */
const trackReply =
  ({ reply }: RunningReply, store: ConversationStore, question: Message | null): Thunk =>
  (dispatch) => {
    const onReplyId = (): void => {
      if (reply.replyId === null) return;
      unsubscribe();
      store.updateMessage({ id: reply.messageId, replyId: reply.replyId });
      if (question) store.onStarted(reply.messageId);
    };
    const unsubscribe = reply.subscribe(onReplyId);
    const stopWatching = watchWaiting(reply, store);
    void reply.done.then((end) => {
      unsubscribe();
      stopWatching();
      dispatch(endReply(store, end, question));
    });
    dispatch(
      trackFollowUps(
        reply,
        store,
        reply.done.then((end) => snapshotDetails(end).details),
      ),
    );
  };

/**
 * How long the reader has for the last words of a synthesis before the conversation goes to its end, in milliseconds.
 */
const SCROLL_DELAY_MS = 500;

/**
 * Stores what comes after an answer with its message: the title at once, the related questions too, a
 * synthesis when it is whole.
 */
const trackFollowUps =
  (reply: StreamedReply, store: ConversationStore, answered: Promise<Message['details']>): Thunk =>
  (dispatch) => {
    let { title, relatedQuestions } = reply.getSnapshot();
    const update = async ({ messageId, ...followUps }: ReplySnapshot): Promise<void> => {
      const details = { ...NO_DETAILS, ...(await answered) };
      const { synthesis } = followUps;
      store.updateMessage({
        id: messageId,
        details: { ...details, relatedQuestions: followUps.relatedQuestions, synthesis },
      });
    };
    const unsubscribe = reply.subscribe(() => {
      const now = reply.getSnapshot();
      if (now.title !== null && now.title !== title) store.onTitle(now.title);
      if (now.relatedQuestions !== relatedQuestions && now.relatedQuestions.length > 0) void update(now);
      ({ title, relatedQuestions } = now);
    });
    void reply.closed.then(async (end) => {
      unsubscribe();
      const hasMore = end.synthesis !== '' || end.relatedQuestions.length > 0;
      if (hasMore) await update(end);
      store.onClosed(hasMore || end.title !== null);
      if (end.synthesis !== '')
        setTimeout(() => store.isNewest(end.messageId) && dispatch(scrollToEndRequested()), SCROLL_DELAY_MS);
    });
  };

/** What becomes of a reply that did not come, or not whole. */
const trackFailure = ({ failure, lost }: ReplySnapshot): void => {
  if (failure) trackEvent({ name: 'error', code: failure.code ?? String(failure.status) });
  else if (lost) trackEvent({ name: 'error', code: 'CONNECTION_LOST' });
};

/** No word of the server: it may have the question. */
const isUnanswered = ({ refused, failure }: ReplySnapshot): boolean =>
  refused && failure !== null && isAnswerLost(failure);

const endReply =
  (store: ConversationStore, end: ReplySnapshot, question: Message | null): Thunk =>
  (dispatch) => {
    trackFailure(end);
    if (store.onRefused({ end, question })) return;
    store.updateMessage(toFinalMessage(end));
    if (end.failure || end.lost)
      dispatch(
        turnNoteSet({
          id: end.messageId,
          note: {
            text: end.failure ? store.failureText(end.failure) : '',
            advice: end.failure?.message,
            lost: end.lost || isUnanswered(end),
          },
        }),
      );
    store.onEnded({ end, question });
  };

const toFinalMessage = (end: ReplySnapshot): Partial<Message> & { readonly id: string } => ({
  id: end.messageId,
  status: end.phase === 'waiting' || end.phase === 'streaming' ? 'interrupted' : end.phase,
  content: end.text,
  replyId: end.replyId,
  errorCode: end.failure?.code ?? null,
  ...snapshotDetails(end),
  ...(end.cached ? { cached: true } : {}),
  ...(end.model ? { model: end.model } : {}),
  ...(end.seal ? { seal: end.seal } : {}),
});
