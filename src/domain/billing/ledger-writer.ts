import { type LanguageModels, Ledger, type ProviderCall } from '../chat/models/ports.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import { isTokenCount } from '../kernel/token-count.ts';
import type { LedgerEntry, LedgerStore } from './ports.ts';

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** By model id. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

export interface LedgerDeps {
  readonly store: LedgerStore;
  readonly models: LanguageModels;
  readonly prices: ModelPrices;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Calls that count as a message. */
const MESSAGE_PURPOSES: readonly ProviderCall['purpose'][] = ['reply', 'api'];

const countedMessages = (purpose: ProviderCall['purpose'], isRefunded: boolean, index: number): 0 | 1 =>
  index === 0 && !isRefunded && MESSAGE_PURPOSES.includes(purpose) ? 1 : 0;

/** The first line of a reply has the reply's id. */
const ledgerEntryId = (replyId: string, index: number): string => (index === 0 ? replyId : `${replyId}.${index}`);

/** One absurd number would spoil every sum that it is part of. */
const toCount = (tokens: number): number => (isTokenCount(tokens) ? tokens : 0);

/** Writes the ledger with the provider, model and cost of each call, as far as known. */
export class LedgerWriter extends Ledger {
  constructor(private readonly deps: LedgerDeps) {
    super();
  }

  record(calls: readonly ProviderCall[]): Promise<void> {
    return this.deps.store.add(this.toEntries(calls));
  }

  async amend(replyId: string, calls: readonly ProviderCall[]): Promise<void> {
    const entries = this.toEntries(calls);
    await this.deps.store.remove([...new Set([ledgerEntryId(replyId, 0), ...entries.map(({ id }) => id)])]);
    await this.deps.store.add(entries);
  }

  private toEntries(calls: readonly ProviderCall[]): LedgerEntry[] {
    const { models, ids, clock } = this.deps;
    const at = clock.now();
    return calls.map(({ replyId, fileTokens = 0, isRefunded = false, ...told }, index) => {
      const call = { ...told, inputTokens: toCount(told.inputTokens), outputTokens: toCount(told.outputTokens) };
      const route = models.routeOf(call.model);
      return {
        ...call,
        model: route?.model ?? call.model,
        id: replyId === undefined ? ids.next() : ledgerEntryId(replyId, index),
        provider: route?.provider ?? null,
        costMicroUsd: this.cost(call, [route?.model ?? call.model, call.model]),
        fileTokens: toCount(fileTokens),
        messages: countedMessages(call.purpose, isRefunded, index),
        at,
      };
    });
  }

  /** One dollar per million tokens is one micro-dollar per token. */
  private cost({ inputTokens, outputTokens }: ProviderCall, ids: readonly string[]): number | null {
    const { prices } = this.deps;
    const known = ids.find((id) => Object.hasOwn(prices, id));
    const price = known === undefined ? undefined : prices[known];
    return price ? Math.round(inputTokens * price.input + outputTokens * price.output) : null;
  }
}
