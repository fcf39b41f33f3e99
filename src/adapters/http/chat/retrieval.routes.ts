import * as contract from '../../../contract/files.ts';
import type { ExplainAnswer } from '../../../domain/retrieval/explain-answer.ts';
import type { Mount } from '../mount.ts';

export interface RetrievalHandlers {
  readonly explainAnswer: ExplainAnswer;
}

export const retrievalRoutes = (mount: Mount, handlers: RetrievalHandlers): void => {
  mount(contract.explainAnswer, async ({ params, principal: { user } }) => {
    const trace = await handlers.explainAnswer.execute(user.uid, params.id);
    return { retrieval: trace ? { ...trace, considered: [...trace.considered], files: [...trace.files] } : null };
  });
};
