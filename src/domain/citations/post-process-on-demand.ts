import {
  type FinishedAnswer,
  type ProcessedAnswer,
  type ReplyHelperModel,
  ReplyPostProcessor,
} from '../chat/replies/ports/answers.ts';
import type { Clock, Settings } from '../kernel/ports.ts';
import type { RateLimits } from '../../shared/settings/rate-limits.ts';
import type { PostProcessReply } from './post-process-reply.ts';

interface PostProcessOnDemandDeps {
  readonly model: ReplyHelperModel;
  readonly failed: (what: string, error: unknown) => void;
  readonly settings: Settings<RateLimits>;
  readonly clock: Clock;
}

/** Loads the checker with the first answer: its word lists are a tenth of the server's start and 15 MB. */
export class PostProcessOnDemand extends ReplyPostProcessor {
  private loading: Promise<PostProcessReply> | undefined;

  constructor(private readonly deps: PostProcessOnDemandDeps) {
    super();
  }

  async process(answer: FinishedAnswer, signal: AbortSignal, onModelCheck: () => void): Promise<ProcessedAnswer> {
    const loaded = await (this.loading ??= this.load());
    return loaded.process(answer, signal, onModelCheck);
  }

  private async load(): Promise<PostProcessReply> {
    const { model, failed, settings, clock } = this.deps;
    const [{ PostProcessReply: Checker }, { CheckWithModel }, { CorrectSentences }] = await Promise.all([
      import('./post-process-reply.ts'),
      import('./model-check/check-with-model.ts'),
      import('./model-check/correct-sentences.ts'),
    ]);
    return new Checker({
      checkWithModel: new CheckWithModel(model, failed),
      correctSentences: new CorrectSentences(model, failed),
      settings,
      clock,
    });
  }
}
