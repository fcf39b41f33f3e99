import type { Requesters, UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { Clock, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import { ToolServerNotFound, ToolSignInLost, ToolsNotAllowed } from '../errors.ts';
import type { EndAccess } from './end-access.ts';
import type { AccountServer, ToolConnections, ToolSecrets, ToolServerStore } from './ports.ts';
import type { ToolAccess } from './tool-access.ts';
import type { ToolCatalog } from './tool-catalog.ts';
import { isSamePlace } from './tool-server.ts';

const SIGN_IN_TIMEOUT_MS = 20_000;
/** As long as the cookie that binds the attempt to its browser. */
const TTL_MS = 10 * 60_000;

export interface SignInToToolsDeps {
  readonly requesters: Requesters;
  readonly servers: ToolServerStore;
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly secrets: ToolSecrets;
  readonly endAccess: EndAccess;
  readonly connections: ToolConnections;
  readonly digests: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
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
    const { requesters, access, catalog, secrets, endAccess, connections, digests, clock } = this.deps;
    const signIn = await secrets.takeSignIn(digests.digest(state), clock.now());
    if (!signIn) throw new ToolSignInLost();
    const requester = await requesters.current({ uid: signIn.uid });
    if (!requester) throw new ToolsNotAllowed();
    const server = await access.findUsable(requester, signIn.serverId);
    if (server.auth !== 'oauth') throw new ToolServerNotFound();
    const target = { server, uid: signIn.uid };
    const { pending } = signIn;
    const granted = await connections.finishSignIn(target, pending, answer, AbortSignal.timeout(SIGN_IN_TIMEOUT_MS));
    if (!(await this.store(target, granted))) {
      endAccess.revoke([granted]);
      throw new ToolSignInLost();
    }
    await catalog.refresh(target);
  }

  /** False: the server moved or changed meanwhile, so the access is not for it. */
  private store({ server, uid }: AccountServer, granted: string): Promise<boolean> {
    const { servers, secrets, work } = this.deps;
    return work.run(async () => {
      const now = await servers.lock(server.id);
      if (!now || !isSamePlace(now, server)) return false;
      await secrets.saveAccess(server.id, uid, granted);
      return true;
    });
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
