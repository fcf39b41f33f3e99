import { randomUUID } from 'node:crypto';

import type { ToolCall } from '../../../domain/chat/models/ports.ts';
import { isRecord } from '../../../shared/schema.ts';
import { toStorable } from '../../../shared/unicode.ts';
import { UpstreamError } from './upstream-error.ts';

/** One piece of a call in a stream; all fields are optional and untrusted. */
export interface ToolCallPiece {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
  /** Gemini's signature of the thoughts before the call. */
  readonly extra?: unknown;
}

/** NUL and halves of emoji. An escaped backslash may stand before it too: then the texts stay as they are. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

interface ToolCallDraft {
  readonly index: unknown;
  id: string | undefined;
  name: string;
  arguments: string;
  /** The arguments so far end as an object does. Looking at them would cost their whole length, for every piece. */
  isClosed: boolean;
  extra: Readonly<Record<string, unknown>> | undefined;
}

/** As many as OpenAI takes tools; what runs is less. */
const MAX_CALLS = 128;
/** In characters of JSON: signatures have some thousand. */
const MAX_EXTRA_LENGTH = 100_000;

const extraOf = (value: unknown): ToolCallDraft['extra'] =>
  isRecord(value) && JSON.stringify(value).length <= MAX_EXTRA_LENGTH ? value : undefined;

const nonEmptyString = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Some servers tell the arguments as an object instead of as JSON. */
const argumentsText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (nonEmptyString(value) ?? '');

/** OpenAI takes at most 40 characters. */
const newCallId = (): string => `call_${randomUUID().replaceAll('-', '')}`;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Also of the texts in it, in which these characters are escaped. What is not JSON stays, for the model to see. */
const toStorableJson = (text: string): string => {
  if (!UNSTORABLE_ESCAPE.test(text)) return toStorable(text);
  try {
    return JSON.stringify(JSON.parse(text, (_, part: unknown) => (typeof part === 'string' ? toStorable(part) : part)));
  } catch {
    return toStorable(text);
  }
};

/**
 * Without ids, a name with an object after an object begins another call: Gemini gives all calls the same index. Within
 * the arguments of one call no object follows another at once.
 */
const startsAnother = (piece: ToolCallPiece, { id, isClosed }: ToolCallDraft): boolean =>
  id === undefined &&
  nonEmptyString(piece.name) !== undefined &&
  isClosed &&
  argumentsText(piece.arguments).startsWith('{');

/** Assembles the tool calls of one reply from their pieces. Throws `UpstreamError` for too many. */
export class ToolCallAccumulator {
  readonly #drafts: ToolCallDraft[] = [];
  /** The drafts of each index: the last one, and all by id. */
  readonly #byIndex = new Map<unknown, { last: ToolCallDraft; readonly byId: Map<string, ToolCallDraft> }>();

  add(piece: ToolCallPiece): void {
    const draft = this.#findOrCreate(piece);
    draft.name ||= nonEmptyString(piece.name) ?? '';
    const added = argumentsText(piece.arguments);
    draft.arguments += added;
    if (added !== '') draft.isClosed = added.endsWith('}');
    draft.extra ??= extraOf(piece.extra);
  }

  /** In order of their start. Of a truncated reply, calls with incomplete arguments are dropped. */
  complete(isTruncated: boolean): ToolCall[] {
    const taken = new Set<string>();
    const uniqueId = (id: string): string => {
      const unique = taken.has(id) ? newCallId() : id;
      taken.add(unique);
      return unique;
    };
    const calls = this.#drafts.map(({ id = newCallId(), name, arguments: argumentsJson, extra }) => ({
      id: uniqueId(toStorable(id)),
      name: toStorable(name),
      arguments: toStorableJson(argumentsJson.trim() || '{}'),
      ...(extra && { providerData: { extra_content: extra } }),
    }));
    const complete = isTruncated ? calls.filter((call) => call.name !== '' && isJson(call.arguments)) : calls;
    if (complete.some(({ name }) => name === '')) throw new UpstreamError('garbled', 'a tool call without a name');
    return complete;
  }

  /** By index and id: some servers repeat the id with every piece, some give every call the same index. */
  #findOrCreate(piece: ToolCallPiece): ToolCallDraft {
    const id = nonEmptyString(piece.id);
    const sameIndex = this.#byIndex.get(piece.index);
    const isLast = sameIndex && (id === undefined || sameIndex.last.id === undefined);
    const existing = isLast ? sameIndex.last : sameIndex?.byId.get(id ?? '');
    if (existing && !startsAnother(piece, existing)) return this.#assignId(existing, id);
    if (this.#drafts.length === MAX_CALLS) throw new UpstreamError('oversized', 'too many tool calls');
    const draft = { index: piece.index, id, name: '', arguments: '', isClosed: false, extra: undefined };
    if (existing) this.#byIndex.set(piece.index, { last: draft, byId: new Map() });
    this.#drafts.push(draft);
    return this.#assignId(draft, id);
  }

  #assignId(draft: ToolCallDraft, id: string | undefined): ToolCallDraft {
    draft.id ??= id;
    const sameIndex = this.#byIndex.get(draft.index) ?? { last: draft, byId: new Map<string, ToolCallDraft>() };
    this.#byIndex.set(draft.index, sameIndex);
    if (draft.id !== undefined && !sameIndex.byId.has(draft.id)) {
      sameIndex.byId.set(draft.id, draft);
      sameIndex.last = draft;
    }
    return draft;
  }
}
