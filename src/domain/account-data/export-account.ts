import type { Identities } from '../accounts/identity/ports.ts';
import type { ApiKeyRepository, SessionRepository, UserRepository } from '../accounts/ports.ts';
import type { AuthenticatorApps, Passkeys } from '../accounts/second-factor/ports.ts';
import type { ToolCallStore } from '../agents/connected/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { AccountTiers, LedgerStore, Subscriptions, UserLimits } from '../billing/ports.ts';
import type { ChatRepository, MessageRepository, OutlinedMessage } from '../chat/conversations/ports.ts';
import type { GroupMembers } from '../groups/ports.ts';
import type { CustomInstructions } from '../chat/replies/ports/requesters.ts';
import { toBatches } from '../kernel/batches.ts';
import type { Clock } from '../kernel/ports.ts';
import { formatJson } from './export-json.ts';
import { formatMarkdown } from './export-markdown.ts';
import type { AccountAccess, ExportedChat, Message, AccountData } from './account-data.ts';
import type { PromptStore } from '../prompts/ports.ts';
import type { ShareRepository } from '../shares/ports.ts';
import type { AccountTools, FileList } from './ports.ts';

export interface ExportDeps {
  readonly users: UserRepository;
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly instructions: CustomInstructions;
  readonly files: FileList;
  readonly ledger: LedgerStore;
  readonly toolCalls: ToolCallStore;
  readonly subscriptions: Subscriptions;
  readonly limits: UserLimits;
  readonly tiers: AccountTiers;
  readonly shares: ShareRepository;
  readonly identities: Identities;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly passkeys: Passkeys;
  readonly apps: AuthenticatorApps;
  readonly groups: GroupMembers;
  readonly tools: AccountTools;
  readonly prompts: PromptStore;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

const PAGE_SIZE = 500;

interface Place {
  readonly at: number;
  readonly id: string;
}

interface Paged<L> {
  listPage(owner: string, last: Place | undefined, limit: number): Promise<readonly L[]>;
}

/** Streams the data of a person; no password, digest or key is included, and of files no content. */
export class ExportAccount {
  constructor(private readonly deps: ExportDeps) {}

  /** Recorded before the first piece. */
  async start(uid: string, format: 'json' | 'markdown'): Promise<AsyncGenerator<string, void>> {
    await this.deps.audit.record({ action: 'account.export', details: { format } });
    return this.execute(uid, format);
  }

  async *execute(uid: string, format: 'json' | 'markdown'): AsyncGenerator<string, void> {
    const { users, subscriptions, limits, tiers, shares, groups, tools, instructions, files, clock } = this.deps;
    const user = await users.find(uid);
    if (!user) return;
    const data: AccountData = {
      exportedAt: clock.now(),
      user,
      subscriptions: await subscriptions.listByUser(uid),
      limits: await limits.find(uid),
      grant: await tiers.findGrant(uid),
      claimed: await tiers.listClaimed(uid),
      access: await this.access(uid),
      shares: await shares.list(uid),
      groups: await groups.listByUser(uid),
      tools: await tools.list(uid),
      prompts: await this.deps.prompts.list(uid),
      instruction: await instructions.find(uid),
      calls: this.pages(this.deps.ledger, `user:${uid}`),
      toolCalls: this.pages(this.deps.toolCalls, `user:${uid}`),
      files: files.list(uid),
      chats: this.chats(uid),
    };
    yield* format === 'json' ? formatJson(data) : formatMarkdown(data);
  }

  private async access(uid: string): Promise<AccountAccess> {
    const { identities, sessions, keys, passkeys, apps, clock } = this.deps;
    return {
      identities: await identities.listByUser(uid),
      sessions: await sessions.listByUser(uid, clock.now()),
      keys: await keys.listByUser(uid),
      passkeys: await passkeys.listByUser(uid),
      app: await apps.find(uid),
    };
  }

  private async *pages<L extends Place>(lines: Paged<L>, owner: string): AsyncGenerator<readonly L[], void> {
    for (let after: L | undefined; ;) {
      const page = await lines.listPage(owner, after, PAGE_SIZE);
      if (page.length > 0) yield page;
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1);
    }
  }

  private async *chats(uid: string): AsyncGenerator<ExportedChat, void> {
    for (const id of await this.deps.chats.listIds(uid)) {
      const chat = await this.deps.chats.find(uid, id);
      if (!chat) continue; // the chat was deleted meanwhile
      const outline = await this.deps.messages.outline(chat.key);
      yield { chat, outline, messages: this.turns(chat.key, outline) };
    }
  }

  private async *turns(chatKey: string, outline: readonly OutlinedMessage[]): AsyncGenerator<readonly Message[], void> {
    for (const batch of toBatches(outline)) {
      const ids = batch.map(({ id }) => id);
      yield await this.deps.messages.findMany(chatKey, ids);
    }
  }
}
