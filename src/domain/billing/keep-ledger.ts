import { type LanguageModels, Ledger, type ProviderCall } from '../chat/ports.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import type { LedgerEntry, LedgerStore } from './ports.ts';

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** By model id. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

export interface LedgerTools {
  readonly store: LedgerStore;
  readonly models: LanguageModels;
  readonly prices: ModelPrices;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** What people ask for; the other calls are made beside it. */
const MESSAGES: readonly ProviderCall['purpose'][] = ['reply', 'api'];

/** The id of a reply's line: the first one has that of the reply. */
const lineOf = (replyId: string, index: number): string => (index === 0 ? replyId : `${replyId}.${index}`);

/** Writes the ledger: adds to each call who served it and what it cost, as far as both are known. */
export class KeepLedger extends Ledger {
  private readonly tools: LedgerTools;

  constructor(tools: LedgerTools) {
    super();
    this.tools = tools;
  }

  record(calls: readonly ProviderCall[]): Promise<void> {
    return this.tools.store.add(this.entriesOf(calls));
  }

  async amend(replyId: string, calls: readonly ProviderCall[]): Promise<void> {
    const entries = this.entriesOf(calls);
    await this.tools.store.remove([...new Set([lineOf(replyId, 0), ...entries.map(({ id }) => id)])]);
    await this.tools.store.add(entries);
  }

  private entriesOf(calls: readonly ProviderCall[]): LedgerEntry[] {
    const { models, ids, clock } = this.tools;
    const at = clock.now();
    return calls.map(({ replyId, ...call }, index) => ({
      ...call,
      id: replyId === undefined ? ids.next() : lineOf(replyId, index),
      provider: models.providerOf(call.model) ?? null,
      costMicroUsd: this.cost(call),
      messages: index === 0 && MESSAGES.includes(call.purpose) ? 1 : 0,
      at,
    }));
  }

  /** A dollar for a million tokens is a millionth of a dollar for one. */
  private cost({ model, inputTokens, outputTokens }: ProviderCall): number | null {
    const { prices } = this.tools;
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    return price ? Math.round(inputTokens * price.input + outputTokens * price.output) : null;
  }
}
