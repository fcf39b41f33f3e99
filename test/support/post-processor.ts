import { CheckWithModel } from '../../src/domain/citations/model-check/check-with-model.ts';
import { CorrectSentences } from '../../src/domain/citations/model-check/correct-sentences.ts';
import { PostProcessReply } from '../../src/domain/citations/post-process-reply.ts';
import { RATE_LIMITS } from '../../src/domain/billing/settings.ts';
import type { Clock } from '../../src/domain/kernel/ports.ts';
import type { LimitFeatures } from '../../src/shared/settings/rate-limits.ts';
import { ScriptedHelper } from '../fakes/follow-ups.ts';
import { InMemorySettings, resolved } from '../fakes/settings.ts';

/** The citation check, with a model that answers as it is told where the features have one. */
export const aPostProcessor = (clock: Clock, features: Partial<LimitFeatures> = {}) => {
  const helper = new ScriptedHelper();
  const failures: string[] = [];
  const failed = (what: string): void => void failures.push(what);
  const document = resolved(RATE_LIMITS);
  const changed = { ...document.defaults, features: { ...document.defaults.features, ...features } };
  const postProcessor = new PostProcessReply({
    checkWithModel: new CheckWithModel(helper, failed),
    correctSentences: new CorrectSentences(helper, failed),
    settings: new InMemorySettings(document, changed),
    clock,
  });
  return { postProcessor, helper, failures };
};
