import type { Artifact } from '../../../src/shared/artifact.ts';
import { EDIT_LANGUAGE, END_MARK } from '../../../src/shared/artifact-edit.ts';
import {
  type AnswerArtifacts,
  type ArtifactBlock,
  ArtifactReader,
  withOwnVersions,
} from '../../../src/shared/artifact-reader.ts';
import { ArtifactVersions } from '../../../src/shared/artifact-versions.ts';
import type { OwnVersion } from '../../../src/shared/reply-details.ts';
import type { ArtifactSource, OpenedArtifact } from './artifact-answers.ts';

export interface ArtifactVersion {
  /** The answer that made it, or after which the person did. */
  readonly messageId: string;
  /** Of a version that the person wrote; null for one of an answer. */
  readonly ownId: string | null;
  readonly artifact: Artifact;
}

interface KnownAnswer {
  readonly before: ArtifactVersions;
  readonly text: string;
  readonly isGrowing: boolean;
  readonly reader: ArtifactReader;
  readonly made: AnswerArtifacts;
  readonly own: readonly OwnVersion[] | undefined;
  /** With what the person made. */
  readonly read: AnswerArtifacts;
}

const known = new Map<string, KnownAnswer>();
const MAX_KNOWN = 400;
const NONE = new ArtifactVersions();
const FENCE = /`{3}|~{3}/;

/** Reads on where a text that grew was read before. */
const readOn = (last: KnownAnswer | undefined, text: string, before: ArtifactVersions): ArtifactReader => {
  const goesOn = last?.isGrowing === true && last.before === before && text.startsWith(last.text);
  const reader = goesOn ? last.reader : new ArtifactReader(before);
  reader.push(goesOn ? text.slice(last.text.length) : text);
  return reader;
};

const remember = (id: string, answer: KnownAnswer): AnswerArtifacts => {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, answer);
  return answer.read;
};

/** A text that was read is not read again, and of one that grows only what is new. */
const readAnswer = (
  { id, text, own }: ArtifactSource,
  before: ArtifactVersions,
  isGrowing: boolean,
): AnswerArtifacts => {
  const last = known.get(id);
  if (last?.before === before && last.isGrowing === isGrowing && last.text === text)
    return last.own === own ? last.read : remember(id, { ...last, own, read: withOwnVersions(last.made, own) });
  const reader = readOn(last, text, before);
  const made = isGrowing ? reader.snapshot() : reader.finish();
  return remember(id, { before, text, isGrowing, reader, made, own, read: withOwnVersions(made, own) });
};

interface ReadAnswer extends AnswerArtifacts {
  readonly messageId: string;
}

/** What each answer made of what those before it had made. */
const readAnswers = (answers: readonly ArtifactSource[], growingId: string | null): readonly ReadAnswer[] => {
  let versions = NONE;
  return answers.map((answer) => {
    const read =
      answer.own || FENCE.test(answer.text)
        ? readAnswer(answer, versions, answer.id === growingId)
        : { blocks: [], own: [], versions };
    versions = read.versions;
    return { messageId: answer.id, ...read };
  });
};

const squash = (text: string): string => text.replace(/\s+/g, '');

/** The block of an answer as the page shows it: without the indentation that it may have had. */
const findBlock = (blocks: readonly ArtifactBlock[], code: string): ArtifactBlock | undefined => {
  const exact = blocks.find(({ body }) => body.trimEnd() === code.trimEnd());
  if (exact) return exact;
  const squashed = squash(code);
  return blocks.find(({ body }) => squash(body) === squashed);
};

/** Longer than any that the edit has within. */
const FENCE_OF_EDIT = '`'.repeat(100);

const isEdit = ({ language }: { readonly language: string }): boolean => language.toLowerCase() === EDIT_LANGUAGE;

/** What a shown block of an answer is. Undefined: no artifact, or none that stands in the list of its blocks. */
export const readBlock = (
  messageId: string,
  shown: { readonly code: string; readonly language: string },
  { answers, growingId }: { readonly answers: readonly ArtifactSource[]; readonly growingId: string | null },
): ArtifactBlock | undefined => {
  const at = answers.findIndex(({ id }) => id === messageId);
  if (at < 0) return undefined;
  if (messageId !== growingId)
    return findBlock(readAnswers(answers.slice(0, at + 1), null)[at]?.blocks ?? [], shown.code);
  if (!isEdit(shown)) return undefined;
  const before = readAnswers(answers.slice(0, at), null).at(-1)?.versions ?? NONE;
  const end = shown.code.endsWith(END_MARK) ? '\n' : ''; // shown code has lost the end of its last line
  const text = `${FENCE_OF_EDIT}${EDIT_LANGUAGE}\n${shown.code}${end}`;
  return readAnswer({ id: `${messageId} edit`, text }, before, true).blocks[0];
};

/** The opened one as its answer has it now; what stands in no list of blocks, such as code in a quote, is as it was. */
const findOpened = ({ messageId, id, artifact }: OpenedArtifact, answers: readonly ReadAnswer[]): Artifact | null => {
  const { blocks = [], own = [] } = answers.find((answer) => answer.messageId === messageId) ?? {};
  const found =
    own.findLast((version) => version.artifact.id === id) ??
    blocks.findLast((block) => block.artifact?.id === id) ??
    blocks.find(
      (block) => artifact && block.artifact?.kind === artifact.kind && block.body.startsWith(artifact.source),
    );
  return found?.artifact ?? artifact;
};

/** The same thing in all answers, oldest first. An answer that draws it twice counts with the last. */
export const findVersions = (
  opened: OpenedArtifact,
  answers: readonly ArtifactSource[],
  growingId: string | null,
): readonly ArtifactVersion[] => {
  const read = readAnswers(answers, growingId);
  const shown = findOpened(opened, read);
  if (!shown) return [];
  const versions = read.flatMap(({ messageId, blocks, own }): ArtifactVersion[] => {
    const last = blocks.findLast(({ artifact, edit }) => artifact?.id === shown.id && !edit?.failure);
    return [
      ...(last?.artifact ? [{ messageId, ownId: null, artifact: last.artifact }] : []),
      ...own.flatMap(({ versionId, artifact }) =>
        artifact.id === shown.id ? [{ messageId, ownId: versionId, artifact }] : [],
      ),
    ];
  });
  return versions.length === 0 ? [{ messageId: opened.messageId, ownId: null, artifact: shown }] : versions;
};
