import { StringDecoder } from 'node:string_decoder';

import { createParser, type EventSourceParser } from 'eventsource-parser';

import { UpstreamError } from './upstream-error.ts';

/**
 * Cuts a byte stream into the `data` of server-sent events, whatever the chunk borders: inside a character, a line or
 * an event. Names, ids and comments are skipped. What waits for its end is never longer than `maxLength`, nor is the
 * data of an event. Linear in the bytes, also when they come one by one.
 */
export class SseParser {
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser: EventSourceParser;
  #hasStarted = false;

  constructor(maxLength: number, onData: (data: string) => void) {
    this.#parser = createParser({
      maxBufferSize: maxLength,
      onEvent: ({ data }) => {
        if (data.length > maxLength) throw new UpstreamError('oversized', 'an event is too long');
        onData(data);
      },
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw new UpstreamError('oversized', 'a line is too long');
      },
    });
  }

  push(chunk: Buffer): void {
    this.#parse(this.#decoder.write(chunk));
  }

  /** The stream is over: a last event without its blank line still counts. */
  end(): void {
    this.#parse(`${this.#decoder.end()}\n\n`);
  }

  /**
   * Without a byte order mark, and without carriage returns: where a chunk has one, the library's time grows with the
   * square of the chunk's lines.
   */
  #parse(text: string): void {
    const written = this.#hasStarted ? text : text.replace(/^\ufeff/, '');
    this.#hasStarted ||= text !== '';
    this.#parser.feed(written.replaceAll('\r', ''));
  }
}
