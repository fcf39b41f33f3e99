import type { Requesters, UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { Clock, Secrets } from '../../kernel/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import { ToolServerNotFound, ToolSignInLost, ToolsNotAllowed } from '../errors.ts';
import type { EndAccess } from './end-access.ts';
import type { ToolConnections, ToolSecrets } from './ports.ts';
import type { ToolAccess } from './tool-access.ts';
import type { ToolCatalog } from './tool-catalog.ts';

const SIGN_IN_TIMEOUT_MS = 20_000;
/** As long as the cookie that binds the attempt to its browser. */
const TTL_MS = 10 * 60_000;

export interface SignInToToolsDeps {
  readonly requesters: Requesters;
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly secrets: ToolSecrets;
  readonly endAccess: EndAccess;
  readonly connections: ToolConnections;
  readonly digests: Secrets;
  readonly clock: Clock;
}

/** Access to a server that its own page gives to an account. */
export class SignInToTools {
  constructor(private readonly deps: SignInToToolsDeps) {}

  /**
   * The page to open. `state` comes back from it. Throws `ToolServerNotFound`,
   * `ToolServerUnreachable`, `ToolsNotAllowed`.
   */
  async begin(requester: UserRequester, id: string, state: string): Promise<string> {
    const { access, secrets, connections, digests, clock } = this.deps;
    const server = await access.findUsable(requester, id);
    if (server.auth !== 'oauth') throw new InvalidInput('This server needs no sign-in', 'id');
    const { uid } = requester;
    const { url, pending } = await connections.beginSignIn(
      { server, uid },
      state,
      AbortSignal.timeout(SIGN_IN_TIMEOUT_MS),
    );
    const now = clock.now();
    const stateDigest = digests.digest(state);
    await secrets.addSignIn({ stateDigest, serverId: id, uid, expiresAt: now + TTL_MS, pending }, now);
    return url;
  }

  /**
   * What the server's page answered, for the account that began. Throws `ToolSignInLost`, `ToolSignInFailed`,
   * `ToolServerNotFound`, `ToolServerUnreachable`, `ToolsNotAllowed`: the right to it ended meanwhile.
   */
  async finish(state: string, answer: URLSearchParams): Promise<void> {
    const { requesters, access, catalog, secrets, connections, digests, clock } = this.deps;
    const signIn = await secrets.takeSignIn(digests.digest(state), clock.now());
    if (!signIn) throw new ToolSignInLost();
    const requester = await requesters.current({ uid: signIn.uid });
    if (!requester) throw new ToolsNotAllowed();
    const server = await access.findUsable(requester, signIn.serverId);
    if (server.auth !== 'oauth') throw new ToolServerNotFound();
    const target = { server, uid: signIn.uid };
    await connections.finishSignIn(target, signIn.pending, answer, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS));
    await catalog.refresh(target);
  }

  /** Throws `ToolServerNotFound`. */
  async signOut(requester: UserRequester, id: string): Promise<void> {
    const { access, secrets, endAccess } = this.deps;
    await access.find(requester, id);
    const granted = await endAccess.ofAccount(id, requester.uid);
    await secrets.removeAccess(id, requester.uid);
    endAccess.revoke(granted);
  }
}
