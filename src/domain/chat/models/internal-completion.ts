import { LeadingThoughts, type ScannedText } from '../../kernel/leading-thoughts.ts';
import { ownerOf, type Requester, type ModelPolicy } from '../replies/ports/requesters.ts';
import { requireVerified } from '../replies/requester.ts';
import { meteredModels, recordedIn } from './metered-models.ts';
import { ModelError } from '../errors.ts';
import { resilientModels } from './resilient-models.ts';
import type { LanguageModels, Ledger, ModelEvent, ModelRequest } from './ports.ts';
import { type UtilityRequest, UtilityModel, type FollowUpAllowance } from '../replies/ports/answers.ts';

export interface InternalCompletionDeps {
  readonly models: LanguageModels;
  readonly policy: ModelPolicy;
  readonly ledger: Ledger;
  readonly allowance: FollowUpAllowance;
}

/** Calls the requester's own model, or its fallback when that fails. Each call is limited and in the ledger. */
export class InternalCompletion extends UtilityModel {
  constructor(private readonly deps: InternalCompletionDeps) {
    super();
  }

  async *complete(
    requester: Requester,
    utilityRequest: UtilityRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    requireVerified(requester);
    const { allowance } = this.deps;
    const reservation = await allowance.reserve(requester, utilityRequest);
    let isRefunded = false;
    let characters = 0;
    try {
      for await (const text of this.streamWithFallback(requester, utilityRequest, signal)) {
        characters += text.length;
        yield text;
      }
    } catch (error) {
      isRefunded = characters === 0 && error instanceof ModelError;
      throw error;
    } finally {
      await allowance.settle(reservation, isRefunded ? 'refunded' : 'charged');
    }
  }

  private async *streamWithFallback(
    requester: Requester,
    { purpose, messages, maxTokens }: UtilityRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    const { primary, fallback } = await this.deps.policy.defaults(requester);
    const request: ModelRequest = { model: primary, messages, temperature: 0.6, maxTokens, topP: 1 };
    const metered = meteredModels(
      this.deps.models,
      recordedIn(this.deps.ledger, { owner: ownerOf(requester), purpose }),
    );
    yield* textsOf(resilientModels(metered, { fallback }).reply(request, signal));
  }
}

/** Without the thoughts of a reasoning model. */
async function* textsOf(events: AsyncIterable<ModelEvent>): AsyncGenerator<string, void> {
  const scanner = new LeadingThoughts();
  const answerIn = (pieces: readonly ScannedText[]): string =>
    pieces.map(({ inside, text }) => (inside ? '' : text)).join('');
  for await (const event of events) {
    const text = event.type === 'text' ? answerIn(scanner.feed(event.text)) : '';
    if (text !== '') yield text;
  }
  const rest = answerIn(scanner.flush());
  if (rest !== '') yield rest;
}
