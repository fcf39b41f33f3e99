import { type Artifact, idOf } from './artifact.ts';
import { EditableText } from './editable-text.ts';

/** The newest version of an artifact; its text is taken apart when it is first changed. */
export class Version {
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

export const NO_ARTIFACTS = new ArtifactVersions();
