import type { AuthProvider } from '@modelcontextprotocol/client';

import { ToolSignInNeeded } from '../../domain/tools/errors.ts';
import type { ToolSecrets } from '../../domain/tools/servers/ports.ts';
import type { McpFetch } from './guarded-mcp-fetch.ts';
import type { Sdk } from './mcp-connection.ts';
import { forgetRefusedClient, parseStored, refreshAccess, storedAccess, type StoredAccess } from './oauth-access.ts';

export interface AccessTarget {
  readonly serverId: string;
  readonly uid: string;
}

/** Codes of an authorization server that does not refuse, but cannot answer now. */
const PASSING = ['server_error', 'temporarily_unavailable', 'too_many_requests'];

/** Access tokens of accounts, refreshed when a server refuses them. */
export class OAuthTokens {
  private readonly refreshing = new Map<string, Promise<void>>();

  constructor(
    private readonly secrets: ToolSecrets,
    private readonly revoke: (access: string) => Promise<void>,
  ) {}

  /** For a transport. Throws `ToolSignInNeeded` when a person has to allow access again. */
  providerFor(target: AccessTarget, sdk: Sdk, fetchFn: McpFetch): AuthProvider {
    let used: string | undefined;
    return {
      token: async () => {
        used = (await this.find(target))?.accessToken;
        return used;
      },
      onUnauthorized: () => this.refresh(target, used, sdk, fetchFn),
    };
  }

  private async find(target: AccessTarget): Promise<StoredAccess | undefined> {
    return parseStored(storedAccess, await this.findText(target));
  }

  private findText({ serverId, uid }: AccessTarget): Promise<string | undefined> {
    return this.secrets.findAccess(serverId, uid);
  }

  /** Callers of one moment share one refresh: a refresh token may be good for one. */
  private refresh(target: AccessTarget, used: string | undefined, sdk: Sdk, fetchFn: McpFetch): Promise<void> {
    const key = `${target.serverId} ${target.uid}`;
    const running = this.refreshing.get(key);
    if (running) return running;
    const attempt = this.refreshOnce(target, used, sdk, fetchFn).finally(() => this.refreshing.delete(key));
    this.refreshing.set(key, attempt);
    return attempt;
  }

  private async refreshOnce(
    target: AccessTarget,
    used: string | undefined,
    sdk: Sdk,
    fetchFn: McpFetch,
  ): Promise<void> {
    const text = await this.findText(target);
    const access = parseStored(storedAccess, text);
    if (text === undefined || !access) throw new ToolSignInNeeded();
    if (access.accessToken !== used) return; // another call or process was faster
    try {
      await this.replace(target, text, JSON.stringify(await refreshAccess(sdk, access, fetchFn)));
    } catch (error) {
      if (!isRefusal(error, sdk)) throw error;
      if (error instanceof sdk.OAuthError)
        await forgetRefusedClient(error, access.client, target.serverId, this.secrets);
      const now = await this.find(target);
      if (now !== undefined && now.accessToken !== used) return; // another process spent the refresh token
      throw new ToolSignInNeeded(error);
    }
  }

  /** Where the account signed out or the server moved meanwhile, the new access is over as well. */
  private async replace(target: AccessTarget, before: string, next: string): Promise<void> {
    if (await this.secrets.replaceAccess(target.serverId, target.uid, before, next)) return;
    // Access that another process stored may be of the same grant, so only where there is none it is revoked.
    if ((await this.findText(target)) === undefined) void this.revoke(next);
  }
}

const isRefusal = (error: unknown, sdk: Sdk): boolean =>
  error instanceof sdk.OAuthError ? !PASSING.includes(error.code) : error instanceof sdk.UnauthorizedError;
