import { completeJson, completeStream, type RequestId } from './complete-answer.ts';
import { LIMITS } from './limits.ts';

export class TooMuchData extends Error {
  constructor() {
    super('The server sent too much');
  }
}

const [LF, CR] = [10, 13];

/** How many bytes may still come in. Shared by all responses of a connection during one call. */
export class ByteBudget {
  /** An answer broke off, or was too much; the SDK would wait for the rest of it. */
  onBroken: (error: unknown) => void = () => undefined;
  private left = 0;

  reset(bytes: number): void {
    this.left = bytes;
  }

  /** Throws `TooMuchData`. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new TooMuchData();
  }
}

/** Counts the bytes since the last blank line, so that one event cannot grow without end. */
class EventSize {
  private size = 0;
  private isLineEmpty = true;
  private last = 0;

  /** Throws `TooMuchData`. */
  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.size += 1;
      if (byte === LF || byte === CR) {
        const isPair = byte === LF && this.last === CR;
        if (!isPair && this.isLineEmpty) this.size = 0;
        this.isLineEmpty = true;
      } else this.isLineEmpty = false;
      this.last = byte;
    }
    if (this.size > LIMITS.messageBytes) throw new TooMuchData();
  }
}

interface AnswerKind {
  readonly isEventStream: boolean;
  /** Of a request that waits for it. */
  readonly isAwaited: boolean;
  /** Of the protocol. */
  readonly requestId: RequestId | undefined;
}

async function* limitChunks(
  body: ReadableStream<Uint8Array>,
  budget: ByteBudget,
  { isEventStream, isAwaited }: AnswerKind,
) {
  const event = new EventSize();
  let total = 0;
  try {
    for await (const chunk of body) {
      budget.spend(chunk.byteLength);
      total += chunk.byteLength;
      if (isEventStream) event.add(chunk);
      else if (total > LIMITS.messageBytes) throw new TooMuchData();
      yield chunk;
    }
  } catch (error) {
    if (isAwaited) budget.onBroken(error);
    throw error;
  }
}

/** The body within the budget; one that is larger fails. One that ends without a result says so. */
export const limitBody = (
  body: ReadableStream<Uint8Array>,
  budget: ByteBudget,
  kind: AnswerKind,
): ReadableStream<Uint8Array> => {
  const { isEventStream, requestId } = kind;
  const chunks = limitChunks(body, budget, kind);
  if (requestId === undefined) return ReadableStream.from(chunks);
  return ReadableStream.from(isEventStream ? completeStream(chunks, requestId) : completeJson(chunks, requestId));
};
