import type { Message } from '../../src/contract/common.ts';
import { afterSearch, type SearchKeeper } from '../features/chat/after-search.ts';
import type { LiveReply } from '../features/chat/live-reply.ts';
import type { ReplyClient } from '../features/chat/reply-client.ts';
import { synthesised } from '../features/chat/synthesis.ts';
import { newId } from '../lib/ids.ts';
import { relatedTold } from '../state/chat-slice.ts';
import type { SendMode } from '../state/send-mode.ts';
import type { AppDispatch, AppStore } from '../state/store.ts';
import { trialAnswerAdded } from '../state/trial-slice.ts';
import { searchResultSet } from '../state/ui-slice.ts';
import { callerHeaders } from './caller.ts';

type Thunk<T = void> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

interface TrialSearch {
  readonly question: Message;
  readonly reply: LiveReply;
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
      headers: callerHeaders(getState()),
      about: {},
      keepMaterial: () => Promise.resolve(),
      keepRelated: (questions) => {
        for (const id of new Set([replyId, newest])) dispatch(relatedTold({ id, questions }));
        return Promise.resolve();
      },
      isNewest: () => getState().session.token === null && getState().trial.messages.at(-1)?.id === newest,
      synthesise: ({ query, sources }) => synthesised({ query, sources, post: client.post }),
      append: ({ query, sources, images }, text) => {
        const turn = synthesis(text, replyId, now());
        newest = turn.id;
        dispatch(trialAnswerAdded(turn));
        dispatch(relatedTold({ id: turn.id, questions: getState().chat.related[replyId] ?? [] }));
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
      dispatch(relatedTold({ id: messageId, questions: [] }));
      const end = { query: question.content, text, sources, images, isExplicit: mode.isExplicit };
      void dispatch(afterSearch(end, dispatch(trialKeeper(client, messageId, now))));
    });
  };
