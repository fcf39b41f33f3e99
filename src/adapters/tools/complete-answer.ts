import { isRecord } from '../../shared/schema.ts';

export type RequestId = string | number;

/** An answer of JSON without a result is short. */
const MAX_EMPTY_BYTES = 4096;
const INTERNAL_ERROR = -32603;
const [LF, CR] = [10, 13];
const ID_FIELD = [...Buffer.from('id:')];

/** What a server that ended its answer left out; the SDK would wait for it. */
export const missingResult = (id: RequestId): string => {
  const error = { code: INTERNAL_ERROR, message: 'The server ended its answer without a result' };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
};

/** Looks for an event with an id: the server may go on with such a stream when it is asked. */
class EventIds {
  found = false;
  private column = 0;
  private isField = true;

  look(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === LF || byte === CR) [this.column, this.isField] = [0, true];
      else if (this.isField && this.column < ID_FIELD.length) {
        this.isField = byte === ID_FIELD[this.column];
        this.column += 1;
        if (this.isField && this.column === ID_FIELD.length) this.found = true;
      } else this.isField = false;
    }
  }
}

/** With an error at the end. A second answer is nothing to the SDK, so it does not matter whether there was one. */
export async function* completeStream(chunks: AsyncIterable<Uint8Array>, id: RequestId): AsyncGenerator<Uint8Array> {
  const ids = new EventIds();
  for await (const chunk of chunks) {
    ids.look(chunk);
    yield chunk;
  }
  if (!ids.found) yield Buffer.from(`\n\ndata: ${missingResult(id)}\n\n`);
}

/** With an error in its place where it does not answer the request. */
export async function* completeJson(chunks: AsyncIterable<Uint8Array>, id: RequestId): AsyncGenerator<Uint8Array> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start) start = Buffer.concat([start, chunk]);
    else yield chunk;
    if (start && start.length > MAX_EMPTY_BYTES) {
      yield start;
      start = undefined;
    }
  }
  if (start) yield isMissing(start.toString('utf8'), id) ? Buffer.from(missingResult(id)) : start;
}

/** What is no JSON fails by itself. */
const isMissing = (text: string, id: RequestId): boolean => {
  try {
    const messages: unknown[] = [JSON.parse(text)].flat();
    return !messages.some((message) => isRecord(message) && message['id'] === id && !('method' in message));
  } catch {
    return false;
  }
};
