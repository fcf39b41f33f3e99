import { createParser } from 'eventsource-parser';

import { decodeEvent, DONE, type ReplyEvent } from '../../../../src/shared/reply-event.ts';

/**
 * One frame of a reply stream; `id` is its number (null when it had none). `done`: the answer
 * was read to its proper end.
 */
export interface ReplyFrame {
  readonly id: number | null;
  readonly event: ReplyEvent | 'done';
}

const isDone = ({ event }: ReplyFrame): boolean => event === 'done';

/** Puts event-stream frames together from pieces that may be cut anywhere, also inside a UTF-8 letter. */
export class SseParser {
  private readonly decoder = new TextDecoder();
  private readonly frames: ReplyFrame[] = [];
  private readonly parser = createParser({
    onEvent: ({ id = '', event = '', data }) => {
      const decoded = data === DONE ? 'done' : decodeEvent(event, data);
      if (decoded) this.frames.push({ id: /^\d+$/.test(id) ? Number(id) : null, event: decoded });
    },
  });

  push(bytes: Uint8Array): ReplyFrame[] {
    return this.parse(this.decoder.decode(bytes, { stream: true }));
  }

  /** Only a `done` frame is valid without the final blank line. */
  end(): ReplyFrame[] {
    return this.parse(`${this.decoder.decode()}\n\n`).filter(isDone);
  }

  /**
   * Without its carriage returns: where a piece has one, the library's time grows with the square of the piece's lines.
   */
  private parse(text: string): ReplyFrame[] {
    this.parser.feed(text.replaceAll('\r', ''));
    return this.frames.splice(0);
  }
}
