import {
  type KeptFile,
  type ReturnedFile,
  ReturnedFiles,
  type StoredToolCall,
  ToolCallStore,
} from '../../src/domain/agents/connected/ports.ts';
import { type ModelImage, StoredPictures } from '../../src/domain/chat/models/ports.ts';
import type { ReplyFence } from '../../src/domain/chat/replies/ports/reply-store.ts';
import type { UserRequester } from '../../src/domain/chat/replies/ports/requesters.ts';
import { ToolPermissions } from '../../src/domain/chat/replies/ports/tool-permissions.ts';
import { ToolQuestions } from '../../src/domain/chat/replies/waiting/ports.ts';
import type {
  NewQuestion,
  QuestionEnd,
  ToolIdentity,
  ToolQuestion,
} from '../../src/domain/chat/replies/waiting/question.ts';
import {
  ConnectedTools,
  type FormContent,
  type PlacedTool,
  type ServerToolCall,
  type ToolCallEvent,
  type ToolOutcome,
  type UsableTool,
} from '../../src/domain/tools/ports.ts';
import { ChatStore } from './chats.ts';
import { type Restorable, Rows } from './kernel.ts';

type Script = (call: ServerToolCall) => AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent>;

export const said = (text: string, isError = false): ToolOutcome => ({ isError, content: [{ kind: 'text', text }] });

export const usableTool = (name: string, mode: UsableTool['mode'] = 'ask', more: Partial<UsableTool['tool']> = {}) => ({
  serverId: 's1',
  serverName: 'Notes',
  address: 'https://notes.example/mcp' as string | null,
  mode,
  tool: {
    name,
    title: name,
    description: `What ${name} does`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    readOnly: mode === 'auto',
    digest: `digest of ${name}`,
    ...more,
  },
});

/** Servers whose tools do what a test says; without a script they repeat their arguments. */
export class ScriptedConnectedTools extends ConnectedTools {
  usable: readonly UsableTool[] = [];
  readonly calls: ServerToolCall[] = [];
  readonly scripts = new Map<string, Script>();
  /** How often tools were listed. */
  listings = 0;

  async listUsable(_requester: UserRequester, serverIds: readonly string[]): Promise<readonly UsableTool[]> {
    this.listings += 1;
    return this.usable.filter(({ serverId }) => serverIds.includes(serverId));
  }

  async modeOf(_requester: UserRequester, { serverId, address, tool, digest }: PlacedTool) {
    return this.usable.find(
      (each) =>
        each.serverId === serverId &&
        each.address === address &&
        each.tool.name === tool &&
        each.tool.digest === digest,
    )?.mode;
  }

  async *call(call: ServerToolCall): AsyncGenerator<ToolCallEvent, ToolOutcome, FormContent> {
    this.calls.push(call);
    const script = this.scripts.get(call.tool);
    return script ? yield* script(call) : said(`${call.tool} ${JSON.stringify(call.arguments)}`);
  }
}

/** Questions of the replies of a chat store. */
export class InMemoryToolQuestions extends ToolQuestions implements Restorable {
  private readonly states = new Rows<string>();

  constructor(private readonly store = new ChatStore()) {
    super();
  }

  snapshot(): () => void {
    return this.states.snapshot();
  }

  async open(reply: ReplyFence, question: NewQuestion, state: string): Promise<boolean> {
    if (!this.isOwned(reply)) return false;
    this.store.questions.set(question.id, { ...question, replyId: reply.id, end: null });
    this.states.set(reply.id, state);
    return true;
  }

  async save(reply: ReplyFence, state: string | null): Promise<boolean> {
    if (!this.isOwned(reply)) return false;
    if (state === null) this.states.delete(reply.id);
    else this.states.set(reply.id, state);
    return true;
  }

  async findState(replyId: string): Promise<string | undefined> {
    return this.store.replies.get(replyId) && this.states.get(replyId);
  }

  async find(replyId: string, questionId: string): Promise<ToolQuestion | undefined> {
    const stored = this.store.questions.get(questionId);
    if (stored?.replyId !== replyId || !this.store.replies.get(replyId)) return undefined;
    const { replyId: _, ...question } = stored;
    return question;
  }

  async end(questionId: string, end: QuestionEnd): Promise<boolean> {
    const stored = this.store.questions.get(questionId);
    if (!stored || stored.end) return false;
    this.store.questions.set(questionId, { ...stored, end });
    return true;
  }

  async listEnded(ids: readonly string[]) {
    return ids.flatMap((id) => {
      const end = this.store.questions.get(id)?.end;
      return end ? [{ id, end }] : [];
    });
  }

  async withdraw(replyId: string): Promise<void> {
    this.states.delete(replyId);
    for (const { id, end, replyId: of } of this.store.questions.all())
      if (of === replyId && !end) await this.end(id, { outcome: 'withdrawn', answer: null });
  }

  async countOpen(owner: string): Promise<number> {
    return this.store.questions
      .all()
      .filter(({ end, replyId }) => !end && this.store.replies.get(replyId)?.reply.owner === owner).length;
  }

  async sweep(before: number): Promise<void> {
    for (const { id, replyId } of this.store.questions.all()) {
      const finishedAt = this.store.replies.get(replyId)?.reply.finishedAt;
      if (finishedAt !== null && finishedAt !== undefined && finishedAt < before) this.store.questions.delete(id);
    }
  }

  private isOwned({ id, runnerId, epoch }: ReplyFence): boolean {
    const reply = this.store.replies.get(id)?.reply;
    return reply?.status === 'streaming' && reply.runnerId === runnerId && reply.epoch === epoch;
  }
}

/** Permissions in the chats of a chat store. */
export class InMemoryToolPermissions extends ToolPermissions implements Restorable {
  private readonly grants = new Rows<{ readonly chatKey: string; readonly tool: ToolIdentity }>();

  constructor(private readonly store = new ChatStore()) {
    super();
  }

  snapshot(): () => void {
    return this.grants.snapshot();
  }

  async grant(chatKey: string, tool: ToolIdentity): Promise<void> {
    this.grants.set(grantKey(chatKey, tool), { chatKey, tool });
  }

  async isGranted(chatKey: string, tool: ToolIdentity): Promise<boolean> {
    return this.store.chats.get(chatKey) !== undefined && this.grants.get(grantKey(chatKey, tool)) !== undefined;
  }

  async forgetServer(serverId: string): Promise<void> {
    for (const question of this.store.questions.all()) {
      const { id, tool, end } = question;
      if (tool.serverId === serverId && !end)
        this.store.questions.set(id, { ...question, end: { outcome: 'withdrawn', answer: null } });
    }
    for (const [key, { tool }] of this.grants.entries()) if (tool.serverId === serverId) this.grants.delete(key);
  }

  async revokeGrants({ serverId, tool }: Pick<ToolIdentity, 'serverId' | 'tool'>, uid: string | undefined) {
    for (const [key, grant] of this.grants.entries()) {
      const isMeant = uid === undefined || this.store.chats.get(grant.chatKey)?.ownerId === uid;
      if (isMeant && grant.tool.serverId === serverId && grant.tool.tool === tool) this.grants.delete(key);
    }
  }
}

const grantKey = (chatKey: string, { serverId, tool, digest }: ToolIdentity): string =>
  JSON.stringify([chatKey, serverId, tool, digest]);

/** `replies`: a line of one that was deleted loses its owner. */
export class InMemoryToolCalls extends ToolCallStore {
  lines: readonly StoredToolCall[] = [];
  isBroken = false;

  constructor(private readonly store = new ChatStore()) {
    super();
  }

  async add(call: StoredToolCall): Promise<void> {
    if (this.isBroken) throw new Error('no database');
    const owner = this.store.replies.get(call.replyId) ? call.owner : 'deleted';
    this.lines = [...this.lines, { ...call, owner }];
  }

  async listPage(owner: string, last: Pick<StoredToolCall, 'at' | 'id'> | undefined, limit: number) {
    const own = this.lines.filter((line) => line.owner === owner).toSorted((a, b) => order(a, b));
    return own.filter((line) => last === undefined || order(line, last) > 0).slice(0, limit);
  }

  async listSince(since: number, last: Pick<StoredToolCall, 'at' | 'id'> | undefined, limit: number) {
    const all = this.lines.filter(({ at }) => at >= since).toSorted((a, b) => order(a, b));
    return all.filter((line) => last === undefined || order(line, last) > 0).slice(0, limit);
  }

  async removeBefore(before: number, limit: number): Promise<number> {
    const old = this.lines.filter(({ at }) => at < before).toSorted((a, b) => order(a, b));
    const removed = old.slice(0, limit);
    this.lines = this.lines.filter((line) => !removed.includes(line));
    return removed.length;
  }
}

type Place = Pick<StoredToolCall, 'at' | 'id'>;
const order = (a: Place, b: Place): number => a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id));

/** Everybody has every picture, unless it is gone. */
export class FakePictures extends StoredPictures {
  readonly gone = new Set<string>();
  readonly found: string[] = [];

  async find(uid: string, fileId: string): Promise<ModelImage | undefined> {
    if (this.gone.has(fileId)) return undefined;
    this.found.push(`${uid} ${fileId}`);
    return { bytes: new TextEncoder().encode(fileId), type: 'image/jpeg' };
  }
}

/** Keeps everything, until it has no more room. */
export class FakeReturnedFiles extends ReturnedFiles {
  readonly kept: ReturnedFile[] = [];
  readonly keepers: UserRequester[] = [];
  room = Infinity;

  async keep(requester: UserRequester, file: ReturnedFile): Promise<KeptFile> {
    if (this.kept.length >= this.room) return { refusal: 'Your storage is full.' };
    this.kept.push(file);
    this.keepers.push(requester);
    return { fileId: `file-${this.kept.length}`, type: 'image/png', name: file.name, isImage: true };
  }
}
