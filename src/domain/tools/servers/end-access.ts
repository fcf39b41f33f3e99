import { GrantedAccess } from '../../user-admin/ports.ts';
import type { ToolConnections, ToolSecrets } from './ports.ts';

const TIMEOUT_MS = 10_000;
/** Of a server that many people had access to; the others end when their tokens expire. */
const MAX_ACCESSES = 200;

export interface EndAccessDeps {
  readonly secrets: ToolSecrets;
  readonly connections: ToolConnections;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Tells servers that access which their pages gave is over, once it was removed here. Nobody waits for it: a server
 * that does not answer keeps its token until that expires.
 */
export class EndAccess extends GrantedAccess {
  constructor(private readonly deps: EndAccessDeps) {
    super();
  }

  /** Collect it before the removal, and call `revoke` with it afterwards. */
  ofServer(serverId: string): Promise<readonly string[]> {
    return this.deps.secrets.listGranted({ serverId }, MAX_ACCESSES);
  }

  async ofAccount(serverId: string, uid: string): Promise<readonly string[]> {
    const access = await this.deps.secrets.findAccess(serverId, uid);
    return access === undefined ? [] : [access];
  }

  async prepareEnd(uid: string): Promise<() => void> {
    const granted = await this.deps.secrets.listGranted({ uid }, MAX_ACCESSES);
    return () => this.revoke(granted);
  }

  revoke(accesses: readonly string[]): void {
    if (accesses.length === 0) return;
    const { connections, failed } = this.deps;
    connections
      .revokeAccess(accesses, AbortSignal.timeout(TIMEOUT_MS))
      .catch((error: unknown) => failed('revoking access to a server of tools', error));
  }
}
