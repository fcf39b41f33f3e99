import { behavesLikeEmbeddingModels } from '../contracts/embedding-models.ts';
import {
  behavesLikeAChunkRepository,
  behavesLikeEmbeddingJobs,
  behavesLikeAVectorStore,
} from '../contracts/retrieval.ts';
import {
  FixedEmbeddingModels,
  InMemoryChunkRepository,
  InMemoryEmbeddingJobs,
  InMemoryVectorStore,
} from './retrieval.ts';

behavesLikeAChunkRepository('in memory', async () => new InMemoryChunkRepository());
behavesLikeAVectorStore('in memory', async () => new InMemoryVectorStore());
behavesLikeEmbeddingModels('in memory', async () => new FixedEmbeddingModels());
behavesLikeEmbeddingJobs('in memory', async () => {
  const chunks = new InMemoryChunkRepository();
  return { chunks, jobs: new InMemoryEmbeddingJobs(chunks) };
});
