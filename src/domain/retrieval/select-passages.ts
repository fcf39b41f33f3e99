import type { FileContextQuery } from '../chat/replies/ports/files.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import type { StoredFile } from '../files/ports/file-repository.ts';
import { measureTokens } from '../kernel/estimate-tokens.ts';
import { chunkKey } from './chunk.ts';
import { chunkTokens } from './chunk-text.ts';
import { chunksOf, type ConversationFile, type SizedFile, toPartialParts, toWholeParts } from './context-parts.ts';
import { FILE_RULES, type FileContextPart, fileHeadTokens } from './file-context.ts';
import { type FileTexts, isEmbedded, type LoadedText } from './file-texts.ts';
import type { FindPassages, PassageSearchResult } from './find-passages.ts';
import { findChunks } from './find-chunks.ts';
import { type PickedChunks, pickChunks } from './pick-chunks.ts';
import { planWholeFiles } from './plan-file-texts.ts';
import { planShelf, type ShelfPlan, withinShelf } from './plan-shelf.ts';
import type { ChunkRepository, StoredChunk } from './ports.ts';
import { LEFT_OUT_TOKENS } from './render-context.ts';
import { toScopes } from './to-scopes.ts';

/** Characters that are parsed for one question; the files of the question come first. */
const MAX_PARSED_CHARACTERS = 20_000_000;
const SHORT_CHUNK_TOKENS = 150;
const MIN_CANDIDATES = 30;
const MAX_CANDIDATES = 200;
/** Chunks; none is so short that more would fit a budget. */
const MAX_BEGINNING = 80_000;

export interface SelectionInput {
  readonly question: Pick<FileContextQuery, 'text' | 'previous' | 'lastAnswer'> & { readonly requester: UserRequester };
  /** In the order in which they came into the conversation. */
  readonly files: readonly ConversationFile[];
  /** Embedded files of groups whose knowledge is asked as a whole: a prompt names those of which it has passages. */
  readonly shelf: readonly ConversationFile[];
  /** Tokens of the whole file part. */
  readonly budget: number;
}

export interface Selection {
  /** Whole files first. */
  readonly parts: readonly FileContextPart[];
  readonly found: PassageSearchResult;
  /** There is no room for their names. */
  readonly leftOut: readonly StoredFile[];
  /** How many of the shelf are not in the prompt. */
  readonly unused: number;
}

interface PickInput {
  readonly question: SelectionInput['question'];
  /** Those that are not given whole. */
  readonly files: readonly SizedFile[];
  readonly shelf: ShelfPlan;
  readonly budget: number;
}

/** Selects what a question is given of its files, within a budget of tokens. */
export class SelectPassages {
  constructor(
    private readonly texts: FileTexts,
    private readonly find: FindPassages,
    private readonly chunks: ChunkRepository,
  ) {}

  async execute({ question, files, shelf, budget }: SelectionInput, signal: AbortSignal): Promise<Selection> {
    const { listed, leftOut, room } = fitNames(files, budget);
    const attached = await this.measure(listed, room, signal);
    const plan = planShelf(shelf, room - sumTokens(attached));
    const sized = [...attached, ...(await this.measure(plan.whole, room, signal))];
    const left = room - plan.reserved;
    const readable = sized.filter(({ loaded }) => !loaded || 'chunks' in loaded);
    const wholeIds = planWholeFiles(readable, left);
    const whole = sized.filter(({ id }) => wholeIds.has(id));
    const others = sized.filter(({ id }) => !wholeIds.has(id));
    const picking = { question, files: others, shelf: plan, budget: left - sumTokens(whole) };
    const { picked, found } = await this.pick(picking, signal);
    const used = plan.searched.filter(({ id }) => picked.of(id).length > 0);
    const unused = plan.searched.length - used.length;
    const wholeParts = toWholeParts(whole, others.length + plan.searched.length > 0);
    const parts = [...wholeParts, ...toPartialParts([...others, ...used], picked, wholeParts)];
    return { parts, found, leftOut, unused };
  }

  /** Files of the question first, so that these are read where not all can be. */
  private async measure(files: readonly ConversationFile[], room: number, signal: AbortSignal): Promise<SizedFile[]> {
    const sized = new Map<string, SizedFile>();
    let characters = 0;
    for (const each of files.toSorted((a, b) => Number(b.isAsked) - Number(a.isAsked))) {
      const { file } = each;
      const { id, textTokens } = file;
      const isTooLarge = isEmbedded(file) && textTokens !== null && textTokens > room;
      if (isTooLarge) sized.set(id, { ...each, id, tokens: textTokens, loaded: undefined });
      else if (characters > MAX_PARSED_CHARACTERS) sized.set(id, { ...each, id, tokens: 0, loaded: NO_ROOM });
      else {
        const loaded = await this.texts.load(file, room, signal);
        const chunks = 'chunks' in loaded ? loaded.chunks : [];
        for (const { text } of chunks) characters += text.length;
        sized.set(id, { ...each, id, tokens: 'tokens' in loaded ? loaded.tokens : 0, loaded });
      }
    }
    return files.flatMap(({ file }) => sized.get(file.id) ?? []);
  }

  private async pick(
    { question, files, shelf, budget }: PickInput,
    signal: AbortSignal,
  ): Promise<{ readonly picked: PickedChunks; readonly found: PassageSearchResult }> {
    const all = [...files, ...shelf.searched];
    const scopes = toScopes(all.map(({ file }) => file).filter(isEmbedded));
    const parsed = files.filter(({ file }) => !isEmbedded(file)).flatMap(chunksOf);
    const { requester, lastAnswer, ...query } = question;
    const helper = { requester, lastAnswer, fileNames: all.map(({ file }) => file.name) };
    const limit = candidatesFor(budget);
    const search = { ...query, askerId: requester.uid, parsed, helper, limit };
    const found = await this.find.execute(scopes, search, signal);
    const best = withinShelf(
      found.considered.map(({ chunk }) => chunk),
      shelf,
    );
    const asked = all.filter(({ isAsked }) => isAsked);
    const attached = files.filter(({ isAsked }) => isAsked);
    const isFound = (fileId: string): boolean => best.some((chunk) => chunk.fileId === fileId);
    const notFound = best.length === 0 ? files : attached.filter(({ id }) => !isFound(id));
    for (const { file, loaded } of notFound) best.push(...(await this.beginningOf(file, loaded, budget, signal)));
    const picked = pickChunks(best, { tokens: budget, asked: new Set(asked.map(({ id }) => id)) });
    const gaps = new Set(picked.gaps().map(chunkKey));
    for (const chunk of files.flatMap(chunksOf)) if (gaps.has(chunkKey(chunk))) picked.add(chunk);
    for (const chunk of await findChunks(this.chunks, scopes, picked.gaps())) picked.add(chunk);
    return { picked, found };
  }

  /** Where nothing of an asked file is near to the question. */
  private async beginningOf(
    file: StoredFile,
    loaded: LoadedText | undefined,
    budget: number,
    signal: AbortSignal,
  ): Promise<readonly StoredChunk[]> {
    const text = loaded ?? (await this.texts.load(file, budget, signal));
    return 'chunks' in text ? firstChunks(text.chunks, budget) : [];
  }
}

const firstChunks = (chunks: readonly StoredChunk[], budget: number): readonly StoredChunk[] => {
  let tokens = 0;
  return chunks.slice(0, MAX_BEGINNING).filter((chunk) => (tokens += chunkTokens(chunk)) <= budget);
};

const sumTokens = (files: readonly SizedFile[]): number => files.reduce((sum, { tokens }) => sum + tokens, 0);

/** More than fit, because some are short. */
const candidatesFor = (budget: number): number =>
  Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, Math.ceil(budget / SHORT_CHUNK_TOKENS)));

const NO_ROOM: LoadedText = { note: 'It was left out: the other files are too large.' };

/** Names and notes cost tokens too: they may take half of the budget, those of the question first. */
const fitNames = (files: readonly ConversationFile[], budget: number) => {
  const room = budget - Math.ceil(measureTokens(FILE_RULES)) - LEFT_OUT_TOKENS;
  const names = new Set<string>();
  let left = room / 2;
  for (const { file } of files.toReversed().toSorted((a, b) => Number(b.isAsked) - Number(a.isAsked))) {
    const tokens = fileHeadTokens(file);
    if (tokens > left) break;
    left -= tokens;
    names.add(file.id);
  }
  const listed = files.filter(({ file }) => names.has(file.id));
  const leftOut = files.filter(({ file }) => !names.has(file.id)).map(({ file }) => file);
  return { listed, leftOut, room: room / 2 + left };
};
