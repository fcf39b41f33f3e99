import { isRecord } from '../../../shared/schema.ts';

type Detail = Readonly<Record<string, unknown>>;

/** In characters of all details. More are dropped whole: a part of them is refused. */
const MAX_LENGTH = 500_000;
const TEXTS = ['text', 'summary', 'data'] as const;

/**
 * OpenRouter's `reasoning_details`: thoughts and signatures of the model behind it, which go back with the calls that
 * follow them. They come in pieces, of which those of one index are one detail.
 */
export class ReasoningDetails {
  readonly #details: Record<string, unknown>[] = [];
  #length = 0;

  add(pieces: unknown): void {
    if (!Array.isArray(pieces)) return;
    for (const piece of pieces) if (isRecord(piece)) this.#addPiece(piece);
  }

  /** Undefined: there are none, or too many. */
  complete(): readonly Detail[] | undefined {
    return this.#details.length > 0 && this.#length <= MAX_LENGTH ? this.#details : undefined;
  }

  #addPiece(piece: Detail): void {
    if (this.#length > MAX_LENGTH) return;
    this.#length += JSON.stringify(piece).length;
    const last = this.#details.at(-1);
    const isSame = last && last['type'] === piece['type'] && last['index'] === piece['index'];
    if (!isSame || piece['index'] === undefined) this.#details.push({ ...piece });
    else Object.assign(last, piece, joinedTexts(last, piece));
  }
}

const joinedTexts = (one: Detail, other: Detail): Detail =>
  Object.fromEntries(
    TEXTS.filter((name) => typeof one[name] === 'string' && typeof other[name] === 'string').map((name) => [
      name,
      `${one[name]}${other[name]}`,
    ]),
  );
