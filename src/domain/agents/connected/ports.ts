import type { UserRequester } from '../../chat/replies/ports/requesters.ts';

/** How a call of a tool ended. */
export const TOOL_CALL_OUTCOMES = [
  'done',
  'error',
  'refused',
  'expired',
  'changed',
  'unavailable',
  'timeout',
  'stopped',
] as const;
export type ToolCallOutcome = (typeof TOOL_CALL_OUTCOMES)[number];

/** A line of the ledger of tool calls: neither arguments nor results. */
export interface ToolCallLine {
  /** As `Reply.owner`. */
  readonly owner: string;
  readonly replyId: string;
  readonly serverId: string;
  readonly tool: string;
  /** Without the time of waiting for the person. */
  readonly ms: number;
  readonly outcome: ToolCallOutcome;
}

export abstract class ToolCallLedger {
  /** Never rejects: a call that was made must not fail because of its line. */
  abstract record(line: ToolCallLine): Promise<void>;
}

export interface StoredToolCall extends ToolCallLine {
  readonly id: string;
  readonly at: number;
}

export abstract class ToolCallStore {
  /** Without its owner if the reply was deleted meanwhile. */
  abstract add(call: StoredToolCall): Promise<void>;
  /** Oldest first, those after `last`. */
  abstract listPage(
    owner: string,
    last: Pick<StoredToolCall, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredToolCall[]>;
  /** Of everybody, from a time on; oldest first, those after `last`. */
  abstract listSince(
    since: number,
    last: Pick<StoredToolCall, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly StoredToolCall[]>;
  /** Removes at most `limit` lines from before a time, the oldest first; returns how many. */
  abstract removeBefore(before: number, limit: number): Promise<number>;
}

/** Monitoring. */
export abstract class ToolCallObserver {
  abstract called(outcome: ToolCallOutcome, ms: number): void;
  abstract failed(what: string, error: unknown): void;
}

export interface ReturnedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** `refusal`: why it is not kept, for the person and the model. */
export type KeptFile =
  | { readonly fileId: string; readonly type: string; readonly name: string; readonly isImage: boolean }
  | { readonly refusal: string };

/** Keeps what tools return as files of the person, counted like uploads. */
export abstract class ReturnedFiles {
  abstract keep(requester: UserRequester, file: ReturnedFile, signal: AbortSignal): Promise<KeptFile>;
}
