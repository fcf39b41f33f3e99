import { groupOf } from '../../shared/file-owner.ts';
import type { Ledger } from '../chat/models/ports.ts';
import type { TextEmbedder } from './ports.ts';

interface Payer {
  readonly ledger: Ledger;
  /** An account, or a group for its own files. */
  readonly ownerId: string;
}

/** The only way to embed texts: the usage is recorded in the ledger. */
export const embedMetered = async (
  { ledger, ownerId }: Payer,
  embedder: TextEmbedder,
  ...call: Parameters<TextEmbedder['embed']>
): Promise<readonly Float32Array[]> => {
  const { vectors, usage } = await embedder.embed(...call);
  if (usage) {
    const { inputTokens, estimated } = usage;
    const owner = groupOf(ownerId) === undefined ? `user:${ownerId}` : ownerId;
    const line = { owner, purpose: 'embedding', model: embedder.model } as const;
    await ledger.record([{ ...line, inputTokens, outputTokens: 0, estimated, status: 'complete' }]);
  }
  return vectors;
};
