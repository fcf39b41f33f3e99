import type { FormContent, ServerTool, ServerToolCall, ToolCallEvent, ToolOutcome } from '../ports.ts';
import type { ToolProblem } from '../../../shared/tools.ts';
import type { Audience, ToolChoice, ToolServer } from './tool-server.ts';

/** Servers with their headers, which are stored encrypted. Lists are in the order of names. */
export abstract class ToolServerStore {
  /** Those of the installation, and the account's own. */
  abstract listFor(uid: string): Promise<readonly ToolServer[]>;
  /** Those of the installation. */
  abstract listShared(): Promise<readonly ToolServer[]>;
  abstract find(id: string): Promise<ToolServer | undefined>;
  /** Until the end of the transaction nobody else changes the server. */
  abstract lock(id: string): Promise<ToolServer | undefined>;
  /** Of the account's own; until the end of the transaction nobody else adds one for it. */
  abstract countOwn(uid: string): Promise<number>;
  abstract countShared(): Promise<number>;
  /** False: there is one with this id. */
  abstract add(server: ToolServer): Promise<boolean>;
  abstract update(server: ToolServer): Promise<void>;
  /** With everything that is stored of it. */
  abstract remove(id: string): Promise<void>;
}

/** What a server said of its tools when it was last asked. */
export interface ToolList {
  readonly tools: readonly ServerTool[];
  /** Null: never. */
  readonly readAt: number | null;
  /** Why the last attempt failed; null: it did not. */
  readonly problem: ToolProblem | null;
  readonly failedAt: number | null;
}

/** `uid` is null where every account has the same tools. */
export interface ToolScope {
  readonly serverId: string;
  readonly uid: string | null;
}

export abstract class ToolLists {
  abstract findMany(scopes: readonly ToolScope[]): Promise<readonly (ToolList | undefined)[]>;
  abstract save(scope: ToolScope, list: ToolList): Promise<void>;
  /** What all accounts know of the server. */
  abstract forget(serverId: string): Promise<void>;
}

export abstract class ToolChoices {
  abstract list(uid: string): Promise<readonly ToolChoice[]>;
  abstract save(uid: string, choice: ToolChoice): Promise<void>;
  /** Everybody's for this server. */
  abstract forget(serverId: string): Promise<void>;
}

/**
 * What a server's page gave an account, and what the server knows this installation by. The texts are the adapter's.
 */
export abstract class ToolSecrets {
  abstract findAccess(serverId: string, uid: string): Promise<string | undefined>;
  abstract saveAccess(serverId: string, uid: string, access: string): Promise<void>;
  /** Only while `before` is what is stored; false: it is not. */
  abstract replaceAccess(serverId: string, uid: string, before: string, access: string): Promise<boolean>;
  /**
   * With what the server told this account of its tools. `refused`: only while that is what is stored, as the account
   * may have signed in anew meanwhile.
   */
  abstract removeAccess(serverId: string, uid: string, refused?: string): Promise<void>;
  /** Ids of the servers that the account has access to. */
  abstract listAccess(uid: string): Promise<readonly string[]>;
  /** What pages gave for a server, or to an account. */
  abstract listGranted(
    of: { readonly serverId: string } | { readonly uid: string },
    limit: number,
  ): Promise<readonly string[]>;
  /** How many accounts have access, by server. */
  abstract countAccess(): Promise<ReadonlyMap<string, number>>;
  /** What its tools need more than the account allowed at the last sign-in. */
  abstract findScope(serverId: string, uid: string): Promise<string | undefined>;
  abstract saveScope(serverId: string, uid: string, scope: string): Promise<void>;
  abstract findRegistration(serverId: string): Promise<string | undefined>;
  abstract saveRegistration(serverId: string, registration: string): Promise<void>;
  /** Everybody's access and scope, the registration, and sign-ins that are not over. */
  abstract forget(serverId: string): Promise<void>;
  /** A sign-in that waits for the answer of the server's page. Removes those that are over. */
  abstract addSignIn(signIn: PendingSignIn, now: number): Promise<void>;
  /** Once. Undefined for an unknown one, or after its time. */
  abstract takeSignIn(stateDigest: string, now: number): Promise<PendingSignIn | undefined>;
}

export interface PendingSignIn {
  /** SHA-256 of the state that the server's page returns. */
  readonly stateDigest: string;
  readonly serverId: string;
  readonly uid: string;
  readonly expiresAt: number;
  /** The adapter's. */
  readonly pending: string;
}

/** A program of this machine that the operator named in a file. */
export interface OperatorServer {
  readonly id: string;
  readonly name: string;
  /** Undefined: an admin decides, and before that everybody has it. */
  readonly audience: Audience | undefined;
}

export abstract class OperatorServers {
  abstract readonly all: readonly OperatorServer[];
}

export interface AccountServer {
  readonly server: ToolServer;
  readonly uid: string;
}

export interface ConnectedCall extends AccountServer, Pick<ServerToolCall, 'arguments' | 'signal'> {
  readonly tool: ServerTool;
  /** Waiting for a person does not count. */
  readonly timeoutMs: number;
}

/**
 * Speaks the protocol. What servers say is untrusted and comes back capped. Methods throw `ToolServerUnreachable` and
 * `ToolSignInNeeded`.
 */
export abstract class ToolConnections {
  abstract readTools(target: AccountServer, signal: AbortSignal): Promise<readonly ServerTool[]>;
  /** The server said that its tools changed, after they were last read here. */
  abstract haveToolsChanged(target: AccountServer): boolean;
  abstract call(call: ConnectedCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent>;
  /** The page to open, and what `finishSignIn` needs. */
  abstract beginSignIn(
    target: AccountServer,
    state: string,
    signal: AbortSignal,
  ): Promise<{ readonly url: string; readonly pending: string }>;
  /** The access, which is to be stored. Throws `ToolSignInFailed`. */
  abstract finishSignIn(
    target: AccountServer,
    pending: string,
    answer: URLSearchParams,
    signal: AbortSignal,
  ): Promise<string>;
  /**
   * Tells authorization servers that these accesses are over, where they want to know it. Never throws for one of them.
   */
  abstract revokeAccess(accesses: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ends programs and connections. */
  abstract close(): Promise<void>;
}
