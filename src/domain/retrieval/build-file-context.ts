import { groupOf } from '../../shared/file-owner.ts';
import {
  type Evidence,
  FileContextProvider,
  type FileContext,
  type FileContextQuery,
} from '../chat/replies/ports/files.ts';
import type { Requester, UserRequester } from '../chat/replies/ports/requesters.ts';
import { FileNotFound } from '../files/errors.ts';
import type { FileRepository, StoredFile } from '../files/ports/file-repository.ts';
import type { GroupFileReaders, ReadableFiles } from '../files/ports/readers.ts';
import type { StorageLimits } from '../files/ports/settings.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Settings, UnitOfWork } from '../kernel/ports.ts';
import type { ConversationFile } from './context-parts.ts';
import { type FileContextPart, type NumberedPassage, numberPassages, withDistinctNames } from './file-context.ts';
import { isNamedIn } from './is-named-in.ts';
import type { RetrievalTraces } from './ports.ts';
import { parseFileUrl, redactTrace } from './redact-file.ts';
import { renderContext } from './render-context.ts';
import type { Selection, SelectPassages } from './select-passages.ts';
import { toTrace } from './to-trace.ts';

/** Of one question and the messages before it; older ones are left out. */
const MAX_FILES = 24;
/** Of which some may have expired. */
const MAX_EARLIER_IDS = 200;
/** Of the groups whose knowledge is asked as a whole. */
const MAX_SHELF_FILES = 2000;
/** Where a model says that it takes less, a question about files would be useless. */
const MIN_BUDGET_TOKENS = 1000;

export interface BuildFileContextDeps {
  readonly files: FileRepository;
  readonly readable: ReadableFiles;
  readonly readers: GroupFileReaders;
  readonly select: SelectPassages;
  readonly traces: RetrievalTraces;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly settings: Settings<StorageLimits>;
}

interface QuestionFiles {
  readonly files: readonly ConversationFile[];
  readonly shelf: readonly ConversationFile[];
}

/**
 * Builds the context of a conversation's files within a budget of tokens: files that fit are given whole, others by the
 * passages nearest to the question. Only files that the person may read now: their own that have not expired, and those
 * of their groups, which may be asked one by one or all together.
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
    const { ids, owners } = splitIds([...wanted]);
    const found = await this.findAvailable(requester, ids);
    if (found.length < ids.length) throw new FileNotFound();
    const readable = owners.length === 0 ? [] : await this.deps.readable.listGroupOwners(requester);
    if (!owners.every((owner) => readable.includes(owner))) throw new FileNotFound();
    // The names make a chat's title, which outlives the right to read a group's files.
    return found.filter(({ ownerId }) => groupOf(ownerId) === undefined).map(({ name }) => name);
  }

  async load(question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined> {
    const { requester, roomTokens } = question;
    const { files, shelf } = await this.listFiles(requester, question);
    if (files.length + shelf.length === 0) return undefined;
    const { maxTokens } = (await this.deps.settings.current()).fileContext[requester.tier];
    const budget = Math.max(MIN_BUDGET_TOKENS, Math.min(maxTokens, roomTokens ?? Infinity));
    const selection = await this.deps.select.execute({ question, files, shelf, budget }, signal);
    const { parts, passages } = await this.saveTrace(question, selection, [...files, ...shelf]);
    await this.recordAccess(parts.filter(({ how }) => how !== 'nothing').map(({ file }) => file));
    const { leftOut, unused } = selection;
    return renderContext({ parts, passages, leftOut: leftOut.length, unused });
  }

  async canRead(requester: UserRequester, evidence: readonly Evidence[]): Promise<boolean> {
    const ids = [...new Set(evidence.flatMap(({ url }) => parseFileUrl(url) ?? []))];
    if (ids.length === 0) return true;
    return (await this.deps.readable.findMany(requester, ids)).length === ids.length;
  }

  /**
   * With the note that this person was given these files of groups. What was taken away meanwhile is left out: nothing
   * of it reaches the model that answers.
   */
  private saveTrace(
    { requester: { uid }, replyId, text: query }: FileContextQuery,
    { parts: all, found, leftOut }: Selection,
    searched: readonly ConversationFile[],
  ): Promise<{ readonly parts: readonly FileContextPart[]; readonly passages: readonly NumberedPassage[] }> {
    const { traces, work } = this.deps;
    const quoted = new Set([...found.considered.map(({ chunk }) => chunk.fileId), ...all.map(({ file }) => file.id)]);
    const files = searched.map(({ file }) => file);
    const shared = files.filter(({ id, ownerId }) => quoted.has(id) && groupOf(ownerId) !== undefined);
    return work.run(async () => {
      const lost = await this.findLost(uid, shared);
      const parts = withDistinctNames(all.filter(({ file }) => !lost.has(file.id)));
      const passages = numberPassages(parts);
      const trace = toTrace({ query, parts, found, passages, leftOut, searched: files });
      await traces.save(replyId, `user:${uid}`, [...lost].reduce(redactTrace, trace));
      return { parts, passages };
    });
  }

  private async findLost(uid: string, shared: readonly StoredFile[]): Promise<ReadonlySet<string>> {
    if (shared.length === 0) return new Set();
    const ids = shared.map(({ id }) => id);
    const admitted = new Set(await this.deps.readers.admit(uid, ids));
    return new Set(ids.filter((id) => !admitted.has(id)));
  }

  private async recordAccess(used: readonly StoredFile[]): Promise<void> {
    for (const ownerId of new Set(used.map((file) => file.ownerId))) {
      const ids = used.filter((file) => file.ownerId === ownerId).map(({ id }) => id);
      await this.deps.files.recordAccess(ownerId, ids);
    }
  }

  /** In the order in which they came into the conversation, so that the prompt begins alike with every question. */
  private async listFiles(
    requester: UserRequester,
    { fileIds, earlier, text }: FileContextQuery,
  ): Promise<QuestionFiles> {
    const current = splitIds(fileIds);
    const before = splitIds(earlier.slice(0, MAX_EARLIER_IDS));
    const asked = new Set(current.ids);
    const newest = await this.findAvailable(requester, [...asked, ...before.ids]);
    const byId = new Map(newest.slice(0, MAX_FILES).map((file) => [file.id, file]));
    const oldestFirst = [...new Set([...before.ids.toReversed(), ...current.ids])].flatMap((id) => byId.get(id) ?? []);
    const owners = new Set([...before.owners.toReversed(), ...current.owners]);
    const shelf = owners.size === 0 ? [] : await this.deps.readable.listEmbedded(requester, [...owners]);
    return {
      files: oldestFirst.map((file) => ({ file, isAsked: asked.has(file.id) || isNamedIn(text, file.name) })),
      shelf: shelf
        .filter(({ id }) => !byId.has(id))
        .slice(0, MAX_SHELF_FILES)
        .map((file) => ({ file, isAsked: isNamedIn(text, file.name) })),
    };
  }

  /** In the order of `ids`, without expired files. */
  private async findAvailable(requester: UserRequester, ids: readonly string[]): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const now = this.deps.clock.now();
    const files = await this.deps.readable.findMany(requester, [...new Set(ids)]);
    return files.filter((file) => file.expiresAt === null || file.expiresAt > now);
  }
}

/** Files, and the groups all of whose files are meant. */
const splitIds = (all: readonly string[]): { readonly ids: readonly string[]; readonly owners: readonly string[] } => ({
  ids: all.filter((id) => groupOf(id) === undefined),
  owners: all.filter((id) => groupOf(id) !== undefined),
});
