import { Reranker } from '../../domain/retrieval/ports.ts';

/** No cross-encoder: passages are ranked without one. */
export class NoReranker extends Reranker {
  score(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
