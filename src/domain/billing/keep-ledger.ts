import { type LanguageModels, Ledger, type ProviderCall } from '../chat/ports.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import type { LedgerStore } from './ports.ts';

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

/** Writes the ledger: adds to each call who served it and what it cost, as far as both are known. */
export class KeepLedger extends Ledger {
  private readonly tools: LedgerTools;

  constructor(tools: LedgerTools) {
    super();
    this.tools = tools;
  }

  async record(calls: readonly ProviderCall[]): Promise<void> {
    const { store, models, ids, clock } = this.tools;
    const at = clock.now();
    await store.add(
      calls.map((call, index) => ({
        ...call,
        id: ids.next(),
        provider: models.providerOf(call.model) ?? null,
        costMicroUsd: this.cost(call),
        messages: index === 0 && MESSAGES.includes(call.purpose) ? 1 : 0,
        at,
      })),
    );
  }

  /** A dollar for a million tokens is a millionth of a dollar for one. */
  private cost({ model, inputTokens, outputTokens }: ProviderCall): number | null {
    const { prices } = this.tools;
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    return price ? Math.round(inputTokens * price.input + outputTokens * price.output) : null;
  }
}
