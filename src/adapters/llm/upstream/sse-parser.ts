import { StringDecoder } from 'node:string_decoder';

import { UpstreamError } from './upstream-error.ts';

/**
 * Cuts a byte stream into the `data` of server-sent events, whatever the chunk borders: inside a character, a line or
 * an event. Names, ids and comments are skipped. A line longer than `lineLength` is a fault as soon as it is too long,
 * so it is never collected. Linear in the bytes, also when they come one by one.
 */
export class SseParser {
  readonly #decoder = new StringDecoder('utf8');
  readonly #lineLength: number;
  readonly #take: (data: string) => void;
  /** The beginning of a line whose end has not come. */
  #held = '';
  #data: string | undefined;

  constructor(lineLength: number, onData: (data: string) => void) {
    this.#lineLength = lineLength;
    this.#take = onData;
  }

  push(chunk: Buffer): void {
    this.#text(this.#decoder.write(chunk));
  }

  /** The stream is over: a last event without its blank line still counts. */
  end(): void {
    this.#text(`${this.#decoder.end()}\n\n`);
  }

  #text(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      this.#checkLength(at - from);
      const line = this.#held + text.slice(from, at);
      this.#held = '';
      from = at + 1;
      this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    this.#checkLength(text.length - from);
    this.#held += text.slice(from);
  }

  #line(line: string): void {
    if (line === '') {
      const data = this.#data;
      this.#data = undefined;
      if (data !== undefined) this.#take(data);
    } else if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5);
      if (this.#data !== undefined) this.#checkLength(this.#data.length + value.length);
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    }
  }

  #checkLength(added: number): void {
    if (this.#held.length + added > this.#lineLength) throw new UpstreamError('oversized', 'a line is too long');
  }
}
