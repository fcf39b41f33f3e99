import type { Challenge } from './solve-challenge.ts';
import { solveProofOfWork } from './proof-of-work.ts';

addEventListener('message', ({ data: { challenge, difficulty } }: MessageEvent<Challenge>) => {
  postMessage(solveProofOfWork(challenge, difficulty));
});
