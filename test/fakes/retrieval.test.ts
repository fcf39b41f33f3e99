import { behavesLikeChunks, behavesLikeEmbeddingJobs, behavesLikeVectors } from '../contracts/retrieval.ts';
import { InMemoryChunks, InMemoryEmbeddingJobs, InMemoryVectors } from './retrieval.ts';

behavesLikeChunks('in memory', async () => new InMemoryChunks());
behavesLikeVectors('in memory', async () => new InMemoryVectors());
behavesLikeEmbeddingJobs('in memory', async () => {
  const chunks = new InMemoryChunks();
  return { chunks, jobs: new InMemoryEmbeddingJobs(chunks) };
});
