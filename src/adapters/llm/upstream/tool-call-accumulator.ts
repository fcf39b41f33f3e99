import { randomUUID } from 'node:crypto';

import type { ToolCall } from '../../../domain/chat/conversations/ports.ts';
import { UpstreamError } from './upstream-error.ts';

/** What one piece of a stream tells of a call; nothing of it is sure to be there or of that type. */
export interface ToolCallPiece {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}

interface ToolCallDraft {
  readonly index: unknown;
  id: string | undefined;
  name: string;
  arguments: string;
}

const nonEmptyString = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The tool calls of one reply, put together from their pieces. */
export class ToolCallAccumulator {
  readonly #drafts: ToolCallDraft[] = [];
  /** The drafts of each number: the last one, and all by their ids. */
  readonly #known = new Map<unknown, { last: ToolCallDraft; readonly byId: Map<string, ToolCallDraft> }>();

  add(piece: ToolCallPiece): void {
    const draft = this.#draftOf(piece);
    draft.name ||= nonEmptyString(piece.name) ?? '';
    draft.arguments += nonEmptyString(piece.arguments) ?? '';
  }

  /** In the order of their beginnings. Of a reply that was `cut`, calls whose arguments broke off are left out. */
  complete(isTruncated: boolean): ToolCall[] {
    const calls = this.#drafts.map(({ id = `call_${randomUUID()}`, name, arguments: argumentsJson }) => ({
      id,
      name,
      arguments: argumentsJson.trim() || '{}',
    }));
    const complete = isTruncated ? calls.filter((call) => call.name !== '' && isJson(call.arguments)) : calls;
    if (complete.some(({ name }) => name === '')) throw new UpstreamError('garbled', 'a tool call without a name');
    return complete;
  }

  /** By number and id: some servers repeat the id with every piece, some give every call the same number. */
  #draftOf(piece: ToolCallPiece): ToolCallDraft {
    const id = nonEmptyString(piece.id);
    const sameIndex = this.#known.get(piece.index);
    const isLast = sameIndex && (id === undefined || sameIndex.last.id === undefined);
    const existing = isLast ? sameIndex.last : sameIndex?.byId.get(id ?? '');
    if (existing) return this.#named(existing, id);
    const draft = this.#named({ index: piece.index, id, name: '', arguments: '' }, id);
    this.#drafts.push(draft);
    return draft;
  }

  #named(draft: ToolCallDraft, id: string | undefined): ToolCallDraft {
    draft.id ??= id;
    const sameIndex = this.#known.get(draft.index) ?? { last: draft, byId: new Map<string, ToolCallDraft>() };
    this.#known.set(draft.index, sameIndex);
    if (draft.id !== undefined && !sameIndex.byId.has(draft.id)) {
      sameIndex.byId.set(draft.id, draft);
      sameIndex.last = draft;
    }
    return draft;
  }
}
