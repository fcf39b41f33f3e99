import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { AccountServer, ToolChoices, ToolList, ToolSecrets } from './ports.ts';
import { presentForAccount, type ToolServerView } from './present-server.ts';
import type { OffReason, ToolAccess } from './tool-access.ts';
import { NOT_READ, type ToolCatalog } from './tool-catalog.ts';
import type { ToolServer } from './tool-server.ts';

export interface ListToolsDeps {
  readonly access: ToolAccess;
  readonly catalog: ToolCatalog;
  readonly choices: ToolChoices;
  readonly secrets: ToolSecrets;
}

interface ListedServer extends AccountServer {
  readonly off: OffReason | undefined;
}

export interface ListedTools {
  readonly enabled: boolean;
  readonly mayAdd: boolean;
  readonly servers: readonly ToolServerView[];
}

/** The servers of an account and their tools. */
export class ListTools {
  constructor(private readonly deps: ListToolsDeps) {}

  /** Asks only servers that were never asked, within five seconds. Of those that are off, one's own are listed. */
  async execute(requester: UserRequester): Promise<ListedTools> {
    const { access, secrets } = this.deps;
    const enabled = await access.isAllowed(requester);
    const visible = await access.listVisible(requester);
    const servers = enabled ? visible : visible.filter(({ origin }) => origin === 'own');
    const signedIn = await secrets.listAccess(requester.uid);
    const whyOff = await access.whyOff(requester);
    const targets = servers.map((server) => ({ server, uid: requester.uid, off: whyOff(server) }));
    const lists = await this.lists(targets, signedIn);
    return {
      enabled,
      mayAdd: await access.mayAdd(requester),
      servers: await this.present(targets, lists, signedIn),
    };
  }

  /** One of them, after a change. */
  async describe(server: ToolServer, requester: UserRequester, list?: ToolList): Promise<ToolServerView> {
    const { access, catalog, secrets } = this.deps;
    const { uid } = requester;
    const target = { server, uid, off: (await access.whyOff(requester))(server) };
    const lists = list ? [list] : await catalog.stored([target]);
    const [view] = await this.present([target], lists, await secrets.listAccess(uid));
    if (!view) throw new Error('one server, one view');
    return view;
  }

  private async lists(targets: readonly ListedServer[], signedIn: readonly string[]): Promise<readonly ToolList[]> {
    const { catalog } = this.deps;
    const stored = await catalog.stored(targets);
    const isNew = ({ server, off }: ListedServer, index: number): boolean => {
      const list = stored[index] ?? NOT_READ;
      const isReachable = server.auth !== 'oauth' || signedIn.includes(server.id);
      return off === undefined && isReachable && list.readAt === null && list.failedAt === null;
    };
    return Promise.all(
      targets.map(async (target, index) => {
        const [read] = isNew(target, index) ? await catalog.current([target]) : [];
        return read ?? stored[index] ?? NOT_READ;
      }),
    );
  }

  private async present(
    targets: readonly ListedServer[],
    lists: readonly ToolList[],
    signedIn: readonly string[],
  ): Promise<readonly ToolServerView[]> {
    const [first] = targets;
    const choices = first ? await this.deps.choices.list(first.uid) : [];
    return targets.map(({ server, off }, index) => {
      const seen = { server, list: lists[index] ?? NOT_READ, signedIn: signedIn.includes(server.id), off };
      return presentForAccount(seen, choices);
    });
  }
}
