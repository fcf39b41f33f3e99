import { FileContextProvider, type Requester, type FileContext, type FileContextQuery } from '../chat/replies/ports.ts';
import { FileNotFound } from '../files/errors.ts';
import type { FileRepository, StorageLimits, StoredFile } from '../files/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Settings } from '../kernel/ports.ts';
import { numberPassages } from './file-context.ts';
import { isNamedIn } from './is-named-in.ts';
import type { ConversationFile, SelectPassages } from './select-passages.ts';
import { renderContext } from './render-context.ts';
import { toTrace } from './to-trace.ts';
import type { RetrievalTraces } from './ports.ts';

/** Of one question and the messages before it; older ones are left out. */
const MAX_FILES = 24;
/** Of which some may have expired. */
const MAX_EARLIER_IDS = 200;
/** Where a model says that it takes less, a question about files would be useless. */
const MIN_BUDGET_TOKENS = 1000;

export interface BuildFileContextDeps {
  readonly files: FileRepository;
  readonly select: SelectPassages;
  readonly traces: RetrievalTraces;
  readonly clock: Clock;
  readonly settings: Settings<StorageLimits>;
}

/**
 * Builds the context of a conversation's files within a budget of tokens: files that fit are given whole, others by the
 * passages nearest to the question. Only the owner's files that have not expired.
 */
export class BuildFileContext extends FileContextProvider {
  constructor(private readonly deps: BuildFileContextDeps) {
    super();
  }

  async check(requester: Requester, fileIds: readonly string[]): Promise<readonly string[]> {
    const wanted = new Set(fileIds);
    if (wanted.size === 0) return [];
    if (requester.kind !== 'user') throw new FileNotFound();
    const maxFiles = (await this.deps.settings.current()).maxFilesPerMessage;
    if (maxFiles >= 0 && wanted.size > maxFiles)
      throw new InvalidInput(`A message takes at most ${maxFiles} files`, 'fileIds');
    const found = await this.findAvailable(requester.uid, [...wanted]);
    if (found.length < wanted.size) throw new FileNotFound();
    return found.map(({ name }) => name);
  }

  async load(ownerId: string, question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined> {
    const files = await this.listFiles(ownerId, question);
    if (files.length === 0) return undefined;
    const { maxTokens } = (await this.deps.settings.current()).fileContext[question.requester.tier];
    const budget = Math.max(MIN_BUDGET_TOKENS, Math.min(maxTokens, question.roomTokens ?? Infinity));
    const selection = await this.deps.select.execute({ ownerId, question, files, budget }, signal);
    const { parts, found, leftOut } = selection;
    const passages = numberPassages(parts);
    const used = parts.filter(({ how }) => how !== 'nothing').map(({ file }) => file.id);
    await this.deps.files.recordAccess(ownerId, used);
    const context = renderContext({ parts, passages, leftOut: leftOut.length });
    await this.deps.traces.save(
      question.replyId,
      `user:${ownerId}`,
      toTrace({ query: question.text, parts, found, passages, leftOut }),
    );
    return context;
  }

  /** In the order in which they came into the conversation, so that the prompt begins alike with every question. */
  private async listFiles(ownerId: string, { fileIds, earlier, text }: FileContextQuery): Promise<ConversationFile[]> {
    const current = new Set(fileIds);
    const newest = await this.findAvailable(ownerId, [...current, ...earlier.slice(0, MAX_EARLIER_IDS)]);
    const byId = new Map(newest.slice(0, MAX_FILES).map((file) => [file.id, file]));
    const oldestFirst = [...new Set([...earlier.toReversed(), ...fileIds])].flatMap((id) => byId.get(id) ?? []);
    return oldestFirst.map((file) => ({ file, isAsked: current.has(file.id) || isNamedIn(text, file.name) }));
  }

  /** In the order of `ids`, without expired files. */
  private async findAvailable(ownerId: string, ids: readonly string[]): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const now = this.deps.clock.now();
    const files = await this.deps.files.findMany(ownerId, [...new Set(ids)]);
    return files.filter((file) => file.ownerId === ownerId && (file.expiresAt === null || file.expiresAt > now));
  }
}
