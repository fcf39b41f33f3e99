import type { relatedQuestions } from '../../../../src/contract/agents.ts';
import type { Image, RelatedQuestion, Source } from '../../../../src/contract/common.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';
import type { AppDispatch } from '../../../state/store.ts';
import { scrollToEndRequested } from '../../../state/ui-slice.ts';

const relatedCall = endpoint<typeof relatedQuestions>('post', '/api/ai/related-questions');

/** The questions that lead on from an answer; the session of a visitor goes along as `headers`. */
const relatedApi = api.injectEndpoints({
  endpoints: (build) => ({
    relatedQuestions: build.mutation<
      Answer<typeof relatedQuestions>,
      { readonly body: Body<typeof relatedQuestions>; readonly headers: Readonly<Record<string, string>> }
    >({
      query: ({ body, headers }) => ({ ...relatedCall({ body }), headers }),
    }),
  }),
});

/** The pauses around the synthesis, in milliseconds. */
const AFTER_SEARCH = { synthesis: 300, end: 500 } as const;
const RELATED = 4;
const SHORTEST = 100;
const MOST_QUERY = 4000;
const MOST = 6;

/** The newer first, each address once, six at most: what a chat keeps of its searches. */
export const joined = <T extends { readonly url: string }>(newer: readonly T[], older: readonly T[]): T[] =>
  [...newer, ...older].filter(({ url }, at, all) => all.findIndex((item) => item.url === url) === at).slice(0, MOST);

/** A search that has been answered. */
export interface SearchEnd {
  readonly query: string;
  readonly text: string;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  /** Research that was chosen by hand has said all there is to say. */
  readonly isExplicit: boolean;
}

/** Where the conversation of a search is kept: an account's chat or a visitor's page. */
export interface SearchKeeper {
  /** The message that was answered, as the server knows it; nothing for a visitor, whose newest is meant. */
  readonly about: { readonly chatId?: string; readonly messageId?: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly keepMaterial: (end: SearchEnd) => Promise<void>;
  readonly keepRelated: (questions: readonly RelatedQuestion[]) => Promise<void>;
  /** Whether the search is still the last thing that was said. */
  readonly isNewest: () => boolean;
  readonly synthesise: (end: SearchEnd) => Promise<string>;
  /** Adds the synthesis as one further answer. */
  readonly append: (end: SearchEnd, text: string) => Promise<void>;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const askRelated = async (end: SearchEnd, keeper: SearchKeeper, dispatch: AppDispatch): Promise<void> => {
  if (end.text.length <= SHORTEST) return;
  const body = { query: end.query.slice(0, MOST_QUERY), response: end.text, count: RELATED, ...keeper.about };
  const told = await dispatch(
    relatedApi.endpoints.relatedQuestions.initiate({ body, headers: keeper.headers }, { track: false }),
  );
  const questions = told.data?.questions.slice(0, RELATED) ?? [];
  if (questions.length > 0) await keeper.keepRelated(questions);
};

const addSynthesis = async (end: SearchEnd, keeper: SearchKeeper, dispatch: AppDispatch): Promise<void> => {
  if (end.sources.length === 0 || end.isExplicit) return;
  await wait(AFTER_SEARCH.synthesis);
  if (!keeper.isNewest()) return;
  try {
    const text = await keeper.synthesise(end);
    if (text === '' || !keeper.isNewest()) return;
    await keeper.append(end, text);
    await wait(AFTER_SEARCH.end);
    if (keeper.isNewest()) dispatch(scrollToEndRequested());
  } catch (error) {
    // eslint-disable-next-line no-console -- by the rule of the product its failure is logged and nothing else
    console.warn('The follow-up synthesis failed.', error);
  }
};

/** All that follows an answered search: its sources are kept, related questions are asked for, a synthesis is added. */
export const afterSearch =
  (end: SearchEnd, keeper: SearchKeeper) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await keeper.keepMaterial(end);
    await Promise.all([askRelated(end, keeper, dispatch), addSynthesis(end, keeper, dispatch)]);
  };
