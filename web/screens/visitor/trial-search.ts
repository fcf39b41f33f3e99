import type { Message } from '../../../src/contract/common.ts';
import { afterSearch, type SearchKeeper } from '../../features/chat/follow-ups/after-search.ts';
import type { StreamedReply } from '../../features/chat/engine/reply-store.ts';
import type { ReplyClient } from '../../features/chat/engine/reply-client.ts';
import { synthesised } from '../../features/chat/follow-ups/synthesis.ts';
import { newId } from '../../lib/ids.ts';
import { relatedQuestionsReceived } from '../../state/chat-slice.ts';
import type { SendMode } from '../../state/send-mode.ts';
import type { AppDispatch, AppStore } from '../../state/store.ts';
import { trialAnswerAdded } from '../../state/trial-slice.ts';
import { searchResultSet } from '../../state/ui-slice.ts';
import { authHeaders } from '../../session/auth-headers.ts';

type Thunk<T = void> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

interface TrialSearch {
  readonly question: Message;
  readonly reply: StreamedReply;
  readonly mode: SendMode;
  readonly now: () => Date;
}

const synthesis = (content: string, parentId: string, now: Date): Message => ({
  id: newId(),
  role: 'assistant',
  content,
  timestamp: now.toISOString(),
  parentId,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  messageMode: { isAgent: true, agentType: 'research_agent' },
});

/** Keeps what follows a visitor's search on this page; its sources are with the reply already. */
const trialKeeper =
  (client: ReplyClient, replyId: string, now: () => Date): Thunk<SearchKeeper> =>
  (dispatch, getState) => {
    let newest = replyId;
    return {
      headers: authHeaders(getState()),
      about: {},
      keepMaterial: () => Promise.resolve(),
      keepRelated: (questions) => {
        for (const id of new Set([replyId, newest])) dispatch(relatedQuestionsReceived({ id, questions }));
        return Promise.resolve();
      },
      isNewest: () => getState().session.token === null && getState().trial.messages.at(-1)?.id === newest,
      synthesise: ({ query, sources }) => synthesised({ query, sources, post: client.post }),
      append: ({ query, sources, images }, text) => {
        const turn = synthesis(text, replyId, now());
        newest = turn.id;
        dispatch(trialAnswerAdded(turn));
        dispatch(relatedQuestionsReceived({ id: turn.id, questions: getState().chat.related[replyId] ?? [] }));
        if (getState().ui.currentSearchResult?.messageId === replyId) {
          dispatch(
            searchResultSet({
              query,
              timestamp: turn.timestamp,
              content: text,
              chatId: null,
              sources,
              images,
              messageId: turn.id,
            }),
          );
        }
        return Promise.resolve();
      },
    };
  };

/** What follows a visitor's search once it is answered. */
export const followTrialSearch =
  (client: ReplyClient, { question, reply, mode, now }: TrialSearch): Thunk =>
  (dispatch) => {
    void reply.done.then(({ messageId, phase, text, sources, images }) => {
      if (phase !== 'complete' || !(mode.isSearch || sources.length > 0)) return;
      dispatch(relatedQuestionsReceived({ id: messageId, questions: [] }));
      const end = { query: question.content, text, sources, images, isExplicit: mode.isExplicit };
      void dispatch(afterSearch(end, dispatch(trialKeeper(client, messageId, now))));
    });
  };
