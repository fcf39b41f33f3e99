import { ApiError, failureFrom } from './api-error.ts';
import { eventsOf, type ReplyFrame } from './reply-events.ts';

const isDone = ({ events }: ReplyFrame): boolean => events.some(({ type }) => type === 'done');

/** Puts event-stream frames together from pieces that may be cut anywhere, also inside a UTF-8 letter. */
export class FrameParser {
  private readonly decoder = new TextDecoder();
  /** The beginning of a line whose end has not come. Nothing is looked for in it: that would copy it for each piece. */
  private rest = '';
  private id: number | null = null;
  private name = '';
  private data: string[] = [];

  push(bytes: Uint8Array): ReplyFrame[] {
    const text = this.decoder.decode(bytes, { stream: true });
    const frames: ReplyFrame[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.rest + text.slice(start, end);
      this.rest = '';
      start = end + 1;
      const said = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (said === '') frames.push(...this.frame());
      else this.line(said);
    }
    this.rest += text.slice(start);
    return frames;
  }

  /** What a stream that closed without its last blank line still said for certain: only that it was done. */
  end(): ReplyFrame[] {
    if (this.rest !== '') this.line(this.rest);
    return this.frame().filter(isDone);
  }

  private line(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return; // a comment: the server's keep-alive
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.data.push(value);
    else if (field === 'event') this.name = value;
    else if (field === 'id' && /^\d+$/.test(value)) this.id = Number(value);
  }

  private frame(): ReplyFrame[] {
    const { id, name } = this;
    const events = this.data.length === 0 ? [] : eventsOf(name, this.data.join('\n'));
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
export async function* readReplyStream(
  response: Response,
  onBytes: () => void = () => undefined,
): AsyncGenerator<ReplyFrame, void, undefined> {
  if (!response.ok) throw new ApiError(await failureFrom(response));
  if (!response.body) throw new Error('No response body');
  const parser = new FrameParser();
  const reader = response.body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onBytes();
      for (const frame of parser.push(piece.value)) {
        yield frame;
        if (isDone(frame)) return;
      }
    }
    yield* parser.end();
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
