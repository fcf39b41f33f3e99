import type { Challenge } from './solve-challenge.ts';
import { prove } from './proof-of-work.ts';

addEventListener('message', ({ data: { challenge, difficulty } }: MessageEvent<Challenge>) => {
  postMessage(prove(challenge, difficulty));
});
