import { setImmediate as others } from 'node:timers/promises';
import { z } from 'zod';

import { type Collection, type Embedded, EmbeddingModels, Embeddings } from '../../domain/retrieval/ports.ts';
import { hashedWords } from './hashed-words.ts';
import { embeddingProvider } from './provider.ts';

const DIMENSIONS = 512;
/** Texts that are worked on before others may go on. */
const AT_ONCE = 8;

/** Needs no service and costs nothing; finds the same words and their forms, not other words of the same meaning. */
class LocalEmbeddings extends Embeddings {
  readonly model = 'hashed-words-1';
  readonly collection: Collection = { version: `local/${this.model}@${DIMENSIONS}`, dimensions: DIMENSIONS };

  async embed(texts: readonly string[], _kind: 'document' | 'query', signal: AbortSignal): Promise<Embedded> {
    const vectors: Float32Array[] = [];
    for (const [at, text] of texts.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await others();
      signal.throwIfAborted();
      vectors.push(hashedWords(text, DIMENSIONS));
    }
    return { vectors, usage: null };
  }
}

/** The one local model. It can be asked on every server, whatever serves there now. */
export class LocalModels extends EmbeddingModels {
  readonly current: Embeddings = new LocalEmbeddings();

  of(version: string): Embeddings | undefined {
    return version === this.current.collection.version ? this.current : undefined;
  }
}

export const local = embeddingProvider({
  id: 'local',
  label: 'local (words and their forms)',
  settings: z.object({}),
  connect: () => new LocalModels(),
});
