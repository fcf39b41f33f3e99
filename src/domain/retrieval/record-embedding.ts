import type { Ledger } from '../chat/conversations/ports.ts';
import type { EmbeddingResult } from './ports.ts';

/** A line in the book of the providers' calls. */
export const recordEmbedding = (
  ledger: Ledger,
  {
    ownerId,
    model,
    usage,
  }: { readonly ownerId: string; readonly model: string; readonly usage: NonNullable<EmbeddingResult['usage']> },
): Promise<void> =>
  ledger.record([
    {
      owner: `user:${ownerId}`,
      purpose: 'embedding',
      model,
      inputTokens: usage.inputTokens,
      outputTokens: 0,
      estimated: usage.estimated,
      status: 'complete',
    },
  ]);
