import { ApiError, parseFailure } from '../../../lib/api-error.ts';
import { decodeEvents, type ReplyFrame } from './reply-events.ts';

const isDone = ({ events }: ReplyFrame): boolean => events.some(({ type }) => type === 'done');

/** Puts event-stream frames together from pieces that may be cut anywhere, also inside a UTF-8 letter. */
export class SseParser {
  private readonly decoder = new TextDecoder();
  /** The beginning of a line whose end has not come. Nothing is looked for in it: that would copy it for each piece. */
  private partialLine = '';
  private id: number | null = null;
  private name = '';
  private data: string[] = [];

  push(bytes: Uint8Array): ReplyFrame[] {
    const text = this.decoder.decode(bytes, { stream: true });
    const frames: ReplyFrame[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.partialLine + text.slice(start, end);
      this.partialLine = '';
      start = end + 1;
      const content = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (content === '') frames.push(...this.flushFrame());
      else this.parseLine(content);
    }
    this.partialLine += text.slice(start);
    return frames;
  }

  /** What a stream that closed without its last blank line still said for certain: only that it was done. */
  end(): ReplyFrame[] {
    if (this.partialLine !== '') this.parseLine(this.partialLine);
    return this.flushFrame().filter(isDone);
  }

  private parseLine(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the server's keep-alive
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.name = value;
    else if (field === 'id' && /^\d+$/.test(value)) this.id = Number(value);
  }

  private flushFrame(): ReplyFrame[] {
    const { id, name } = this;
    const events = this.data.length === 0 ? [] : decodeEvents(name, this.data.join('\n'));
    this.id = null;
    this.name = '';
    this.data = [];
    return events.length === 0 ? [] : [{ id, events }];
  }
}

/**
 * Reads a reply as it streams. Ends quietly when the connection does: only a `done` frame proves that all came.
 * `onBytes` is called for every piece, keep-alives too, so that a dead line can be told from a quiet model.
 */
export async function* parseReplyStream(
  response: Response,
  onBytes: () => void = () => undefined,
): AsyncGenerator<ReplyFrame, void, undefined> {
  if (!response.ok) throw new ApiError(await parseFailure(response));
  if (!response.body) throw new Error('No response body');
  const parser = new SseParser();
  const reader = response.body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onBytes();
      for (const frame of parser.push(chunk.value)) {
        yield frame;
        if (isDone(frame)) return;
      }
    }
    yield* parser.end();
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
