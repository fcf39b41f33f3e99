import { MAX_ARTIFACT_LENGTH, type Artifact, idOf, toArtifact, withSource } from './artifact.ts';
import { type Change, EDIT_LANGUAGE, EditReader } from './artifact-edit.ts';
import { type ChangeFailure, EditableText } from './editable-text.ts';
import { FenceScanner } from './fenced-blocks.ts';
import { toOwnArtifact } from './own-version.ts';
import type { OwnVersion } from './reply-details.ts';

/** More in one answer are not applied. */
const MAX_CHANGES = 100;

/** Why an edit was not applied: of what is not there, of lines that are not there or stand more than once … */
export type EditFailure = ChangeFailure | 'unknown' | 'unfinished';

/** The edit that a block holds. */
export interface ArtifactEdit {
  /** As it is named. */
  readonly id: string;
  /** How many changes have come. */
  readonly changes: number;
  readonly failure: EditFailure | null;
}

/** A block of an answer that writes an artifact, or changes one. */
export interface ArtifactBlock {
  /** The line of the fence that begins it. */
  readonly line: number;
  /** The line after it. */
  readonly end: number;
  readonly body: string;
  /** What there is after this block; of an edit that failed, what there was before. Undefined: unknown. */
  readonly artifact: Artifact | undefined;
  /** Null: it is the whole text. */
  readonly edit: ArtifactEdit | null;
}

/** The newest version of an artifact; its text is taken apart when it is first changed. */
class Version {
  readonly artifact: Artifact;
  #text: EditableText | null;

  constructor(artifact: Artifact, text: EditableText | null = null) {
    this.artifact = artifact;
    this.#text = text;
  }

  get text(): EditableText {
    return (this.#text ??= EditableText.of(this.artifact.source));
  }
}

/** The newest versions at a place of a conversation, by their ids. */
export class ArtifactVersions {
  readonly #byId: Map<string, Version>;
  /** The ids of those whose title was changed by an edit, by the id that a new one of that title would have. */
  readonly #renamed: Map<string, string>;

  constructor(before?: ArtifactVersions) {
    this.#byId = new Map(before ? before.#byId : []);
    this.#renamed = new Map(before ? before.#renamed : []);
  }

  get size(): number {
    return this.#byId.size;
  }

  find(id: string): Version | undefined {
    return this.#byId.get(id);
  }

  list(): readonly Artifact[] {
    return Array.from(this.#byId.values(), ({ artifact }) => artifact);
  }

  /** The same thing may be written again as a whole, under the title that an edit has given it. */
  idOf(artifact: Artifact): string {
    return this.#byId.has(artifact.id) ? artifact.id : (this.#renamed.get(artifact.id) ?? artifact.id);
  }

  /** The one that was set last stands last. */
  set(version: Version): void {
    const { id, kind, title } = version.artifact;
    this.#byId.delete(id);
    this.#byId.set(id, version);
    if (title !== '' && idOf(kind, title, 0) !== id) this.#renamed.set(idOf(kind, title, 0), id);
  }
}

const NO_ARTIFACTS = new ArtifactVersions();

interface Result {
  readonly content: Pick<ArtifactBlock, 'artifact' | 'edit'>;
  /** That it makes; undefined where it makes none. */
  readonly version: Version | undefined;
}

/** An edit as far as it has come. One change that fails undoes the others. */
class EditRun {
  readonly #reader = new EditReader();
  readonly #versions: ArtifactVersions;
  #text: EditableText | null = null;
  #failure: EditFailure | null = null;
  #changes = 0;
  #cached: Artifact | null = null;
  #room: number;

  constructor(versions: ArtifactVersions, room: number) {
    this.#versions = versions;
    this.#room = room;
  }

  get changes(): number {
    return this.#changes;
  }

  readLine(line: string): void {
    const change = this.#reader.readLine(line);
    if (change) this.#apply(change);
  }

  #apply(change: Change): void {
    this.#changes += 1;
    if (this.#failure !== null) return;
    const text = this.#text ?? this.#base?.text;
    const result = text === undefined ? 'unknown' : this.#changes > this.#room ? 'too-long' : text.apply(change);
    if (typeof result === 'string') this.#failure = result;
    else this.#text = result;
    this.#cached = null;
  }

  get #base(): Version | undefined {
    return this.#versions.find(this.#reader.id ?? '');
  }

  /** `isClosed`: nothing more of it comes. */
  #failureAt(isClosed: boolean): EditFailure | null {
    if (this.#failure !== null || !isClosed) return this.#failure;
    if (!this.#base) return 'unknown';
    return this.#changes > 0 && this.#reader.isOutside ? null : 'unfinished';
  }

  /** The version that the edit makes; undefined where it makes none. */
  #result(isClosed: boolean): Version | undefined {
    const base = this.#base;
    if (!base || this.#text === null || this.#failureAt(isClosed) !== null) return undefined;
    this.#cached ??= withSource(base.artifact, this.#text.toString());
    return this.#cached.source.length > MAX_ARTIFACT_LENGTH ? undefined : new Version(this.#cached, this.#text);
  }

  read(isClosed: boolean): Result {
    const version = this.#result(isClosed);
    const isTooLong = this.#cached !== null && this.#cached.source.length > MAX_ARTIFACT_LENGTH;
    const failure = this.#failureAt(isClosed) ?? (isTooLong ? 'too-long' : null);
    const edit = { id: this.#reader.id ?? '', changes: this.#changes, failure };
    return { content: { artifact: (version ?? this.#base)?.artifact, edit }, version };
  }
}

interface OpenBlock {
  readonly line: number;
  readonly language: string;
  readonly lines: string[];
  readonly edit: EditRun | null;
}

interface BlockResult {
  readonly block: ArtifactBlock;
  readonly version: Version | undefined;
}

const MAYBE_FENCE = /^ {0,3}(?:`+|~+)[ \t]*$/;

/** A version that the person wrote. */
export interface OwnArtifact {
  readonly versionId: string;
  readonly artifact: Artifact;
}

export interface AnswerArtifacts {
  /** In the order in which they stand. */
  readonly blocks: readonly ArtifactBlock[];
  /** What the person made of artifacts after the answer, oldest first. */
  readonly own: readonly OwnArtifact[];
  /** After the answer, and after what the person made. */
  readonly versions: ArtifactVersions;
}

/** Reads what an answer makes and changes, as it comes. It reads each line once, in whatever pieces it comes. */
export class ArtifactReader {
  readonly #scanner = new FenceScanner();
  readonly #blocks: ArtifactBlock[] = [];
  /** Those before the answer, until it makes one. */
  #versions: ArtifactVersions;
  #isOwn = false;
  #open: OpenBlock | null = null;
  #rest = '';
  #line = 0;
  #whole = 0;
  #changes = 0;

  constructor(before: ArtifactVersions) {
    this.#versions = before;
  }

  push(text: string): void {
    if (!text.includes('\n')) {
      this.#rest += text;
      return;
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  /** What there is so far; more may come. */
  snapshot(): AnswerArtifacts {
    return this.#readAll(this.#open && this.#readBlock(this.#open, this.#withRest(this.#open), false));
  }

  /** What there is in the end. Nothing may be pushed afterwards. */
  finish(): AnswerArtifacts {
    if (this.#rest !== '') this.#readLine(this.#rest);
    this.#rest = '';
    return this.#readAll(this.#open && this.#readBlock(this.#open, this.#open.lines, true));
  }

  #readAll(last: BlockResult | null): AnswerArtifacts {
    this.#isOwn = false; // whoever has it may keep it
    if (!last) return { blocks: this.#blocks.slice(), own: [], versions: this.#versions };
    const versions = last.version ? new ArtifactVersions(this.#versions) : this.#versions;
    if (last.version) versions.set(last.version);
    return { blocks: [...this.#blocks, last.block], own: [], versions };
  }

  #readLine(line: string): void {
    const found = this.#scanner.readLine(line);
    if (found.role === 'begin') {
      const isEdit = found.language.toLowerCase() === EDIT_LANGUAGE;
      const edit = isEdit ? new EditRun(this.#versions, MAX_CHANGES - this.#changes) : null;
      this.#open = { line: this.#line, language: found.language, lines: [], edit };
    } else if (found.role === 'code') {
      this.#open?.lines.push(line);
      this.#open?.edit?.readLine(line);
    }
    this.#line += 1;
    if (found.role === 'end' && this.#open) this.#close(this.#open);
  }

  #close(open: OpenBlock): void {
    this.#open = null;
    const result = this.#readBlock(open, open.lines, true);
    if (!result) return;
    this.#blocks.push(result.block);
    if (result.version) this.#set(result.version);
    if (open.edit) this.#changes += open.edit.changes;
    else this.#whole += 1;
  }

  /** With the line that has not ended, unless it may become the fence that ends the block. */
  #withRest({ lines }: OpenBlock): readonly string[] {
    return this.#rest === '' || MAYBE_FENCE.test(this.#rest) ? lines : [...lines, this.#rest];
  }

  #readBlock(open: OpenBlock, lines: readonly string[], isClosed: boolean): BlockResult | null {
    const body = lines.join('\n');
    const result = open.edit ? open.edit.read(isClosed) : this.#readWhole(open, body);
    if (!result) return null;
    return { block: { line: open.line, end: this.#line, body, ...result.content }, version: result.version };
  }

  #readWhole({ language }: OpenBlock, body: string): Result | null {
    const written = toArtifact(language, body, this.#whole + 1);
    if (!written) return null;
    const artifact = { ...written, id: this.#versions.idOf(written) };
    return { content: { artifact, edit: null }, version: new Version(artifact) };
  }

  #set(version: Version): void {
    if (!this.#isOwn) this.#versions = new ArtifactVersions(this.#versions);
    this.#isOwn = true;
    this.#versions.set(version);
  }
}

/** What a finished answer makes of the artifacts before it. */
export const readArtifacts = (text: string, before = NO_ARTIFACTS): AnswerArtifacts => {
  const reader = new ArtifactReader(before);
  reader.push(text);
  return reader.finish();
};

/** An answer with what the person made of its artifacts afterwards. */
export const withOwnVersions = (answer: AnswerArtifacts, own: readonly OwnVersion[] = []): AnswerArtifacts => {
  if (own.length === 0) return answer;
  const versions = new ArtifactVersions(answer.versions);
  const made = own.map((version) => ({ versionId: version.id, artifact: toOwnArtifact(version) }));
  for (const { artifact } of made) versions.set(new Version(artifact));
  return { blocks: answer.blocks, own: made, versions };
};

/** The artifacts that a text has as a whole. */
export const findArtifacts = (text: string): readonly Artifact[] =>
  readArtifacts(text).blocks.flatMap(({ artifact, edit }) => (artifact && !edit ? [artifact] : []));
