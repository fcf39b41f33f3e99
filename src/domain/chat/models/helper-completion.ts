import type { Clock } from '../../kernel/ports.ts';
import { type HelperRequest, ReplyHelperModel } from '../replies/ports/answers.ts';
import { ownerOf, type ModelPolicy, type Requester } from '../replies/ports/requesters.ts';
import { meteredModels, recordedIn } from './metered-models.ts';
import { DEMO_PROVIDER, type LanguageModels, type Ledger, type ModelRequest } from './ports.ts';

/** A longer answer is cut off: what is asked for is short. */
const MAX_CHARACTERS = 8000;

export interface HelperCompletionDeps {
  readonly models: LanguageModels;
  readonly policy: ModelPolicy;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Calls one model, without the fallback: a reply does not wait for a second attempt. */
export class HelperCompletion extends ReplyHelperModel {
  constructor(private readonly deps: HelperCompletionDeps) {
    super();
  }

  async complete(requester: Requester, request: HelperRequest, outer: AbortSignal): Promise<string | undefined> {
    const { models, policy, clock } = this.deps;
    const model = request.model ?? (await policy.defaults(requester)).primary;
    const route = models.routeOf(model);
    if (!route || route.provider === DEMO_PROVIDER) return undefined;
    const timeout = new AbortController();
    const done = new AbortController();
    const isLate = clock.sleep(request.timeoutMs, AbortSignal.any([outer, done.signal])).then(() => {
      timeout.abort();
      return undefined;
    });
    const answer = this.read(requester, model, request, AbortSignal.any([outer, timeout.signal]));
    try {
      const text = await Promise.race([answer, isLate]);
      outer.throwIfAborted();
      return text;
    } finally {
      done.abort();
      answer.catch(() => undefined); // it may fail when nobody waits for it any more
    }
  }

  private async read(
    requester: Requester,
    model: string,
    { purpose, messages, maxTokens }: HelperRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { models, ledger } = this.deps;
    const request: ModelRequest = {
      model,
      messages,
      temperature: 0,
      maxTokens,
      topP: 1,
      responseFormat: { type: 'json' },
    };
    const metered = meteredModels(models, recordedIn(ledger, { owner: ownerOf(requester), purpose }));
    let text = '';
    for await (const event of metered.reply(request, signal)) {
      if (event.type === 'text') text += event.text;
      if (text.length > MAX_CHARACTERS) break;
    }
    return signal.aborted ? undefined : text;
  }
}
