import {
  behavesLikeAChunkRepository,
  behavesLikeEmbeddingJobs,
  behavesLikeAVectorStore,
} from '../contracts/retrieval.ts';
import { InMemoryChunkRepository, InMemoryEmbeddingJobs, InMemoryVectorStore } from './retrieval.ts';

behavesLikeAChunkRepository('in memory', async () => new InMemoryChunkRepository());
behavesLikeAVectorStore('in memory', async () => new InMemoryVectorStore());
behavesLikeEmbeddingJobs('in memory', async () => {
  const chunks = new InMemoryChunkRepository();
  return { chunks, jobs: new InMemoryEmbeddingJobs(chunks) };
});
