import { ApiError, parseFailure } from '../../../lib/api-error.ts';
import type { ReplyFrame } from './sse-parser.ts';

/**
 * Reads a reply as it streams, and what follows it. Ends quietly when the connection does: only a `done` frame proves
 * that the answer is whole.
 * `onBytes` is called for every piece, keep-alives too, so that a dead line can be told from a quiet model.
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
