import { type Artifact, toArtifact } from './artifact.ts';
import { EDIT_LANGUAGE } from './artifact-edit.ts';
import { ArtifactVersions, NO_ARTIFACTS, Version } from './artifact-versions.ts';
import { type ArtifactEdit, EditRun } from './edit-run.ts';
import { FenceScanner } from './fenced-blocks.ts';
import { toOwnArtifact } from './own-version.ts';
import type { OwnVersion } from './reply-details.ts';

/** More in one answer are not applied. */
const MAX_CHANGES = 100;

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

interface OpenBlock {
  readonly line: number;
  readonly language: string;
  readonly lines: string[];
  readonly edit: EditRun | null;
}

type BlockContent = Pick<ArtifactBlock, 'artifact' | 'edit'> & Pick<BlockResult, 'version'>;

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
    const { version, ...content } = result;
    return { block: { line: open.line, end: this.#line, body, ...content }, version };
  }

  #readWhole({ language }: OpenBlock, body: string): BlockContent | null {
    const written = toArtifact(language, body, this.#whole + 1);
    if (!written) return null;
    const artifact = { ...written, id: this.#versions.idOf(written) };
    return { artifact, edit: null, version: new Version(artifact) };
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
