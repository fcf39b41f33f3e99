import type { ToolIdentity } from '../chat/replies/ports/agents.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { ToolMode } from '../../shared/tools.ts';

/** A tool as its server describes it. Everything of it is untrusted. */
export interface ServerTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
  /** SHA-256 of name, description and schema, in hex: another one means that the tool has to be allowed again. */
  readonly digest: string;
}

/** A tool at the address at which its server was when the model, or the person, decided on a call. */
export interface PlacedTool extends ToolIdentity {
  /** Null: a program of this machine. */
  readonly address: string | null;
}

/** A tool that a question may use. */
export interface UsableTool {
  readonly serverId: string;
  readonly serverName: string;
  /** As in `PlacedTool`. */
  readonly address: string | null;
  readonly tool: ServerTool;
  readonly mode: Exclude<ToolMode, 'off'>;
}

export interface ToolContent {
  readonly kind: 'text' | 'data' | 'image' | 'file' | 'link';
  /** The text, the JSON of data, or the name of image, file or link. */
  readonly text: string;
  /** Of image and file, as the server sent them. */
  readonly bytes?: Uint8Array;
  readonly mimeType?: string;
  /** Of a link. */
  readonly url?: string;
}

export interface ToolOutcome {
  readonly isError: boolean;
  readonly content: readonly ToolContent[];
}

export type ToolCallEvent =
  | { readonly type: 'progress'; readonly done: number; readonly total: number | null; readonly message: string }
  /** The server wants a form to be filled in; the consumer answers with `next(content)`, undefined: declined. */
  | { readonly type: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> };

/** What a person filled in; undefined: nothing. */
export type FormContent = Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;

export interface ServerToolCall extends PlacedTool {
  readonly requester: UserRequester;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The tools of connected servers, for replies. What an account may use is read anew for each call of a method. */
export abstract class ConnectedTools {
  /**
   * Those of the servers that the account may use now, by server and name. Unknown, switched off and unreachable
   * servers have none. Not called for a question without servers.
   */
  abstract listUsable(requester: UserRequester, serverIds: readonly string[]): Promise<readonly UsableTool[]>;
  /**
   * What the tool may do now. Undefined: the account lost it, it describes itself in another way, or its server moved
   * to another address. Asks no server.
   */
  abstract modeOf(requester: UserRequester, tool: PlacedTool): Promise<UsableTool['mode'] | undefined>;
  /**
   * Calls a tool. Throws `ToolServerUnreachable`, `ToolSignInNeeded`, `ToolNotUsable` when the account lost it or it
   * changed or moved, and the reason of the signal once it aborts. Everything in the outcome is capped and untrusted.
   */
  abstract call(call: ServerToolCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent>;
}
