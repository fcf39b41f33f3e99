import { MAX_ARTIFACT_LENGTH, type Artifact, withSource } from './artifact.ts';
import { type Change, EditReader } from './artifact-edit.ts';
import { type ArtifactVersions, Version } from './artifact-versions.ts';
import type { ChangeFailure, EditableText } from './editable-text.ts';

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

export interface EditResult {
  /** What there is after the edit; where it failed, what there was before. Undefined: unknown. */
  readonly artifact: Artifact | undefined;
  readonly edit: ArtifactEdit;
  /** That it makes; undefined where it makes none. */
  readonly version: Version | undefined;
}

/** An edit as far as it has come. One change that fails undoes the others. */
export class EditRun {
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

  read(isClosed: boolean): EditResult {
    const version = this.#result(isClosed);
    const isTooLong = this.#cached !== null && this.#cached.source.length > MAX_ARTIFACT_LENGTH;
    const failure = this.#failureAt(isClosed) ?? (isTooLong ? 'too-long' : null);
    const edit = { id: this.#reader.id ?? '', changes: this.#changes, failure };
    return { artifact: (version ?? this.#base)?.artifact, edit, version };
  }
}
