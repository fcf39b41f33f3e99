import { RATE_LIMITS } from '../../src/domain/billing/settings.ts';
import { FindPassages, type FindPassagesDeps } from '../../src/domain/retrieval/find-passages.ts';
import type { Reranker } from '../../src/domain/retrieval/ports.ts';
import { RankWithModel } from '../../src/domain/retrieval/rank-with-model.ts';
import { RewordQuestion } from '../../src/domain/retrieval/reword-question.ts';
import { SecondLook } from '../../src/domain/retrieval/second-look.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { ScriptedHelper } from '../fakes/follow-ups.ts';
import { WordReranker } from '../fakes/retrieval.ts';
import { inMemorySettings } from '../fakes/settings.ts';

interface PassageFinderDeps extends Omit<FindPassagesDeps, 'secondLook' | 'rewordQuestion' | 'clock'> {
  readonly reranker?: Reranker;
  readonly helper?: ScriptedHelper;
  readonly settings?: ReturnType<typeof rateLimits>;
}

export const rateLimits = () => inMemorySettings(RATE_LIMITS);

/** The search for passages on the given stores; without a model and a cross-encoder unless they are given. */
export const aPassageFinder = ({
  reranker = Object.assign(new WordReranker(), { isOff: true }),
  helper: model = new ScriptedHelper(),
  settings = rateLimits(),
  ...deps
}: PassageFinderDeps): FindPassages => {
  const { chunks, failed } = deps;
  const rankWithModel = new RankWithModel({ model, settings });
  return new FindPassages({
    ...deps,
    clock: new FixedClock(),
    rewordQuestion: new RewordQuestion({ model, chunks, settings, failed }),
    secondLook: new SecondLook({ reranker, rankWithModel, failed }),
  });
};
