import { ApiError, parseFailure } from '../../../lib/api-error.ts';
import type { ReplyFrame } from './sse-parser.ts';

/**
 * Parses a reply stream with its follow-ups. Only a `done` frame proves that the answer is complete. `onBytes` is
 * called for every chunk, also keep-alives, to tell a dead connection from a slow model.
 */
export async function* parseReplyStream(
  response: Response,
  onBytes: () => void = () => undefined,
): AsyncGenerator<ReplyFrame, void, undefined> {
  if (!response.ok) throw new ApiError(await parseFailure(response));
  if (!response.body) throw new Error('No response body');
  const reader = response.body.getReader();
  try {
    // Part of the chunk that shows conversations, so it is loaded by now; the first screen needs no parser.
    const { SseParser } = await import('./sse-parser.ts');
    const parser = new SseParser();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onBytes();
      yield* parser.push(chunk.value);
    }
    yield* parser.end();
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
