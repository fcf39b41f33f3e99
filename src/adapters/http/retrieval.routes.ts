import * as contract from '../../contract/files.ts';
import type { WhyThisAnswer } from '../../domain/retrieval/why-this-answer.ts';
import type { Mount } from './mount.ts';

export interface RetrievalUses {
  readonly whyThisAnswer: WhyThisAnswer;
}

export const retrievalRoutes = (mount: Mount, use: RetrievalUses): void => {
  mount(contract.whyThisAnswer, async ({ params, principal: { user } }) => {
    const trace = await use.whyThisAnswer.execute(user.uid, params.id);
    return { retrieval: trace ? { ...trace, considered: [...trace.considered], files: [...trace.files] } : null };
  });
};
