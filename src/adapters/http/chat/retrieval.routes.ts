import * as contract from '../../../contract/retrieval.ts';
import { ExplainAnswer } from '../../../domain/retrieval/explain-answer.ts';
import type { Mount } from '../mount.ts';
import type { Handlers } from '../handlers.ts';

export const retrievalHandlers = {
  explainAnswer: ExplainAnswer,
};

export type RetrievalHandlers = Handlers<typeof retrievalHandlers>;

export const retrievalRoutes = (mount: Mount, handlers: RetrievalHandlers): void => {
  mount(contract.explainAnswer, async ({ params, principal: { user } }) => {
    const trace = await handlers.explainAnswer.execute(user.uid, params.id);
    if (!trace) return { retrieval: null };
    const { wordings, considered, files } = trace;
    return { retrieval: { ...trace, wordings: [...wordings], considered: [...considered], files: [...files] } };
  });
};
