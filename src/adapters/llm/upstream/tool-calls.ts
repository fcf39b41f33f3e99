import { randomUUID } from 'node:crypto';

import type { ToolCall } from '../../../domain/chat/ports.ts';
import { UpstreamTrouble } from './trouble.ts';

/** What one piece of a stream tells of a call; nothing of it is sure to be there or of that type. */
export interface CallPiece {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}

interface Draft {
  readonly index: unknown;
  id: string | undefined;
  name: string;
  arguments: string;
}

const wordOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The tool calls of one reply, put together from their pieces. */
export class CallDrafts {
  readonly #drafts: Draft[] = [];
  /** The drafts of each number: the last one, and all by their ids. */
  readonly #known = new Map<unknown, { last: Draft; readonly byId: Map<string, Draft> }>();

  add(piece: CallPiece): void {
    const draft = this.#draftOf(piece);
    draft.name ||= wordOf(piece.name) ?? '';
    draft.arguments += wordOf(piece.arguments) ?? '';
  }

  /** In the order of their beginnings. Of a reply that was `cut`, calls whose arguments broke off are left out. */
  complete(cut: boolean): ToolCall[] {
    const calls = this.#drafts.map(({ id = `call_${randomUUID()}`, name, arguments: given }) => ({
      id,
      name,
      arguments: given.trim() || '{}',
    }));
    const whole = cut ? calls.filter((call) => call.name !== '' && isJson(call.arguments)) : calls;
    if (whole.some(({ name }) => name === '')) throw new UpstreamTrouble('garbled', 'a tool call without a name');
    return whole;
  }

  /** By number and id: some servers repeat the id with every piece, some give every call the same number. */
  #draftOf(piece: CallPiece): Draft {
    const id = wordOf(piece.id);
    const same = this.#known.get(piece.index);
    const isLast = same && (id === undefined || same.last.id === undefined);
    const known = isLast ? same.last : same?.byId.get(id ?? '');
    if (known) return this.#named(known, id);
    const draft = this.#named({ index: piece.index, id, name: '', arguments: '' }, id);
    this.#drafts.push(draft);
    return draft;
  }

  #named(draft: Draft, id: string | undefined): Draft {
    draft.id ??= id;
    const same = this.#known.get(draft.index) ?? { last: draft, byId: new Map<string, Draft>() };
    this.#known.set(draft.index, same);
    if (draft.id !== undefined && !same.byId.has(draft.id)) {
      same.byId.set(draft.id, draft);
      same.last = draft;
    }
    return draft;
  }
}
