import type { UserRepository } from '../accounts/ports.ts';
import type { LedgerStore, Subscriptions, UserLimits } from '../billing/ports.ts';
import type { ChatRepository, MessageRepository, OutlinedMessage, OwnInstructions } from '../chat/ports.ts';
import { inPieces } from '../kernel/pieces.ts';
import type { Clock } from '../kernel/ports.ts';
import { asJson } from './export-json.ts';
import { asMarkdown } from './export-markdown.ts';
import type { ExportedChat, Line, Message, OwnData } from './own-data.ts';
import type { FileList } from './ports.ts';

export interface ExportTools {
  readonly users: UserRepository;
  readonly chats: ChatRepository;
  readonly messages: MessageRepository;
  readonly instructions: OwnInstructions;
  readonly files: FileList;
  readonly ledger: LedgerStore;
  readonly subscriptions: Subscriptions;
  readonly limits: UserLimits;
  readonly clock: Clock;
}

const LINES_AT_ONCE = 500;

/** Writes all data of a person out, piece by piece; no password, no digest and no key is part of it. */
export class ExportAccount {
  private readonly tools: ExportTools;

  constructor(tools: ExportTools) {
    this.tools = tools;
  }

  async *execute(uid: string, format: 'json' | 'markdown'): AsyncGenerator<string, void> {
    const { users, subscriptions, limits, instructions, files, clock } = this.tools;
    const user = await users.find(uid);
    if (!user) return;
    const data: OwnData = {
      exportedAt: clock.now(),
      user,
      subscriptions: await subscriptions.ofUser(uid),
      limits: await limits.find(uid),
      instruction: await instructions.find(uid),
      calls: this.calls(`user:${uid}`),
      files: files.of(uid),
      chats: this.chats(uid),
    };
    yield* format === 'json' ? asJson(data) : asMarkdown(data);
  }

  private async *calls(owner: string): AsyncGenerator<readonly Line[], void> {
    for (let after: Line | undefined; ;) {
      const page = await this.tools.ledger.page(owner, after, LINES_AT_ONCE);
      if (page.length > 0) yield page;
      if (page.length < LINES_AT_ONCE) return;
      after = page.at(-1);
    }
  }

  private async *chats(uid: string): AsyncGenerator<ExportedChat, void> {
    for (const id of await this.tools.chats.ids(uid)) {
      const chat = await this.tools.chats.find(uid, id);
      if (!chat) continue; // a chat may go while others are read
      const outline = await this.tools.messages.outline(chat.key);
      yield { chat, outline, messages: this.turns(chat.key, outline) };
    }
  }

  private async *turns(chatKey: string, outline: readonly OutlinedMessage[]): AsyncGenerator<readonly Message[], void> {
    for (const piece of inPieces(outline))
      yield await this.tools.messages.some(
        chatKey,
        piece.map(({ id }) => id),
      );
  }
}
