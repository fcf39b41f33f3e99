import { ToolScopeNeeded, ToolServerUnreachable, ToolSignInFailed } from '../../domain/tools/errors.ts';
import { toolProblem } from '../../shared/tools.ts';
import type { FormContent, ServerTool, ToolCallEvent, ToolOutcome } from '../../domain/tools/ports.ts';
import {
  type AccountServer,
  type ConnectedCall,
  ToolConnections,
  type ToolSecrets,
} from '../../domain/tools/servers/ports.ts';
import type { ToolServer } from '../../domain/tools/servers/tool-server.ts';
import { ByteBudget } from './call-budget.ts';
import { toDomainError } from './describe-failure.ts';
import type { GuardedMcpFetch, McpFetch } from './guarded-mcp-fetch.ts';
import { HttpConnections } from './http-connections.ts';
import { LIMITS } from './limits.ts';
import type { McpConnection, Sdk } from './mcp-connection.ts';
import { revokeTokens } from './oauth-revocation.ts';
import { joinScopes, OAuthSignIn } from './oauth-sign-in.ts';
import { OAuthTokens } from './oauth-tokens.ts';
import type { Program, ProgramLimits } from './process-transport.ts';
import { ProgramConnections } from './program-connections.ts';

export interface McpToolConnectionsDeps {
  readonly fetch: GuardedMcpFetch;
  readonly secrets: ToolSecrets;
  /** By the id of their server. */
  readonly programs: ReadonlyMap<string, Program>;
  readonly programLimits?: ProgramLimits;
  readonly site: { readonly url: string };
  readonly version: string;
  readonly clock: { now(): number };
  readonly log: (line: string) => void;
}

/** For access that came too late; nobody waits for it. */
const REVOKE_MS = 10_000;
const CALLBACK_PATH = '/api/tools/oauth/callback';

const MAX_SCOPE_LENGTH = 2000;

interface Taken {
  readonly connection: McpConnection;
  readonly isReused: boolean;
  readonly release: (isBroken: boolean) => void;
}

/** Programs and servers without a page of their own have the same tools for everybody. */
const scopeKey = ({ server: { id, auth }, uid }: AccountServer): string => (auth === 'oauth' ? `${id} ${uid}` : id);

/** The Model Context Protocol, revisions 2026-07-28 and 2025-11-25, by HTTP and with programs of this machine. */
export class McpToolConnections extends ToolConnections {
  private sdk: Promise<Sdk> | undefined;
  private readonly http: HttpConnections;
  private readonly programs: ProgramConnections;
  private readonly changed = new Set<string>();

  constructor(private readonly deps: McpToolConnectionsDeps) {
    super();
    const { fetch, secrets, programs, programLimits, version, clock, log } = deps;
    const shared = { version, now: () => clock.now() };
    this.http = new HttpConnections({
      ...shared,
      fetch,
      tokens: new OAuthTokens(secrets, (access) => this.revokeAccess([access], AbortSignal.timeout(REVOKE_MS))),
      onToolsChanged: (target) => void this.changed.add(scopeKey(target)),
    });
    this.programs = new ProgramConnections({
      ...shared,
      programs,
      log,
      onToolsChanged: (serverId) => void this.changed.add(serverId),
      ...(programLimits ? { limits: programLimits } : {}),
    });
  }

  haveToolsChanged(target: AccountServer): boolean {
    return this.changed.has(scopeKey(target));
  }

  async readTools(target: AccountServer, signal: AbortSignal): Promise<readonly ServerTool[]> {
    this.changed.delete(scopeKey(target));
    return this.guarded(target, async (sdk) => {
      for (;;) {
        const taken = await this.take(target, sdk, signal);
        try {
          return await this.list(taken, signal);
        } catch (error) {
          if (!(taken.isReused && isSessionOver(error, sdk))) throw error;
        }
      }
    });
  }

  async *call(call: ConnectedCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    let sdk: Sdk | undefined;
    try {
      sdk = await this.load();
      for (;;) {
        const taken = await this.take(call, sdk, call.signal);
        try {
          return yield* this.run(taken, call);
        } catch (error) {
          // The server forgot the session, so nothing was done. Once none is left that was used before, one is begun.
          if (!(taken.isReused && isSessionOver(error, sdk))) throw error;
        }
      }
    } catch (error) {
      call.signal.throwIfAborted();
      throw await this.toFailure(error, sdk, call);
    }
  }

  beginSignIn(
    { server, uid }: AccountServer,
    state: string,
    signal: AbortSignal,
  ): Promise<{ readonly url: string; readonly pending: string }> {
    return this.guarded({ server, uid }, (sdk) => this.signIn(sdk, signal).begin(targetOf(server, uid), state));
  }

  finishSignIn(
    { server, uid }: AccountServer,
    pending: string,
    answer: URLSearchParams,
    signal: AbortSignal,
  ): Promise<string> {
    return this.guarded({ server, uid }, (sdk) =>
      this.signIn(sdk, signal).finish(targetOf(server, uid), pending, answer),
    );
  }

  async revokeAccess(accesses: readonly string[], signal: AbortSignal): Promise<void> {
    for (const access of accesses) {
      if (signal.aborted) return;
      await revokeTokens(access, this.signInFetch(signal)).catch((error: unknown) =>
        this.deps.log(`a token could not be revoked: ${error instanceof Error ? error.message : 'no reason'}`),
      );
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.http.close(), this.programs.close()]);
    await this.deps.fetch.close();
  }

  private signIn(sdk: Sdk, signal: AbortSignal): OAuthSignIn {
    const { secrets, site } = this.deps;
    return new OAuthSignIn({
      sdk,
      secrets,
      fetchFn: this.signInFetch(signal),
      redirectUrl: `${site.url}${CALLBACK_PATH}`,
    });
  }

  private signInFetch(signal: AbortSignal): McpFetch {
    const budget = new ByteBudget();
    budget.reset(LIMITS.signInBytes);
    return this.deps.fetch.within(budget, signal);
  }

  private async list({ connection, release }: Taken, signal: AbortSignal): Promise<readonly ServerTool[]> {
    let isBroken = true;
    try {
      const tools = await connection.listTools(signal);
      isBroken = false;
      return tools;
    } finally {
      release(isBroken);
    }
  }

  private async *run(
    { connection, release }: Taken,
    { tool, arguments: values, signal, timeoutMs }: ConnectedCall,
  ): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    let isBroken = true;
    try {
      const outcome = yield* connection.call({ tool, arguments: values, signal, timeoutMs });
      isBroken = false;
      return outcome;
    } finally {
      release(isBroken);
    }
  }

  private async take(target: AccountServer, sdk: Sdk, signal: AbortSignal): Promise<Taken> {
    const { server } = target;
    if (server.origin === 'operator') {
      const connection = await this.programs.take(server.id, sdk, signal);
      return { connection, isReused: false, release: () => this.programs.release(server.id) };
    }
    const { connection, isReused } = await this.http.take(target, sdk, signal);
    return { connection, isReused, release: (isBroken) => this.http.release(connection, isBroken) };
  }

  private async guarded<T>(target: AccountServer, work: (sdk: Sdk) => Promise<T>): Promise<T> {
    let sdk: Sdk | undefined;
    try {
      sdk = await this.load();
      return await work(sdk);
    } catch (error) {
      if (error instanceof ToolSignInFailed) throw error;
      throw await this.toFailure(error, sdk, target);
    }
  }

  /** What a tool needs more than the account allowed is asked for with its next sign-in. */
  private async toFailure(error: unknown, sdk: Sdk | undefined, { server, uid }: AccountServer): Promise<Error> {
    if (!sdk || server.auth !== 'oauth' || !(error instanceof sdk.InsufficientScopeError))
      return toDomainError(error, sdk, server.auth === 'oauth');
    const { secrets } = this.deps;
    const scope = joinScopes(await secrets.findScope(server.id, uid), error.requiredScope);
    if (scope !== undefined && scope.length <= MAX_SCOPE_LENGTH) await secrets.saveScope(server.id, uid, scope);
    return new ToolScopeNeeded({ cause: error });
  }

  /** With the first server that is used: most installations have none. */
  private load(): Promise<Sdk> {
    return (this.sdk ??= import('@modelcontextprotocol/client'));
  }
}

const targetOf = ({ id, url }: ToolServer, uid: string) => {
  if (url === null) throw new ToolServerUnreachable(toolProblem('no-page'));
  return { serverId: id, uid, url };
};

const isSessionOver = (error: unknown, sdk: Sdk): boolean => error instanceof sdk.SdkHttpError && error.status === 404;
