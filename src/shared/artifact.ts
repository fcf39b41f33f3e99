import { ARTIFACT_KINDS, type ArtifactKind } from './artifact-kinds.ts';
import { CHART_LANGUAGE, type Chart, readChartBlock } from './chart.ts';

/** A thing that an answer made, taken from one of its blocks of code. */
export interface Artifact {
  readonly kind: ArtifactKind;
  /** What it calls itself; empty when it does not. */
  readonly title: string;
  readonly source: string;
  /** Equal for what is the same thing in other messages: by it a model names what it changes. */
  readonly id: string;
}

interface Rule {
  readonly languages: readonly string[];
  /** A block is an artifact from this many lines or characters on; shorter ones are examples. */
  readonly minLines: number;
  readonly minLength: number;
  readonly extension: string;
  readonly mediaType: string;
}

export const ARTIFACT_RULES: Readonly<Record<ArtifactKind, Rule>> = {
  html: { languages: ['html', 'htm'], minLines: 12, minLength: 600, extension: 'html', mediaType: 'text/html' },
  svg: { languages: ['svg', 'xml'], minLines: 3, minLength: 200, extension: 'svg', mediaType: 'image/svg+xml' },
  mermaid: { languages: ['mermaid'], minLines: 2, minLength: 40, extension: 'mmd', mediaType: 'text/plain' },
  react: {
    languages: ['jsx', 'tsx', 'react'],
    minLines: 10,
    minLength: 400,
    extension: 'jsx',
    mediaType: 'text/plain',
  },
  markdown: {
    languages: ['markdown', 'md'],
    minLines: 15,
    minLength: 800,
    extension: 'md',
    mediaType: 'text/markdown',
  },
  csv: { languages: ['csv', 'tsv'], minLines: 4, minLength: 200, extension: 'csv', mediaType: 'text/csv' },
  json: { languages: ['json'], minLines: 20, minLength: 1_000, extension: 'json', mediaType: 'application/json' },
  chart: { languages: [CHART_LANGUAGE], minLines: 2, minLength: 40, extension: 'json', mediaType: 'application/json' },
};

/** Longer blocks stay what they are: code. */
export const MAX_ARTIFACT_LENGTH = 400_000;
const MAX_TITLE_LENGTH = 80;
/** A title stands at the beginning. */
const TITLE_SEARCHED = 4_000;

const KIND_BY_LANGUAGE: ReadonlyMap<string, ArtifactKind> = new Map(
  ARTIFACT_KINDS.flatMap((kind) => ARTIFACT_RULES[kind].languages.map((language) => [language, kind] as const)),
);

/** What a block could become when it is long enough. */
const kindOfLanguage = (language: string): ArtifactKind | undefined => KIND_BY_LANGUAGE.get(language.toLowerCase());

const hasLines = (text: string, count: number): boolean => {
  let at = -1;
  for (let found = 1; found < count; found += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return false;
  }
  return true;
};

export const countLines = (text: string): number => {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

const TITLES: Readonly<Partial<Record<ArtifactKind, RegExp>>> = {
  html: /<title>([^<]{1,200})<\/title>/i,
  svg: /<title>([^<]{1,200})<\/title>/i,
  mermaid: /^title:?[ \t]([^\n]{1,200})$/m,
  react: /export default (?:async )?(?:function|class) (\w{1,80})/,
  markdown: /^#{1,2} ([^\n]{1,200})$/m,
  chart: /"title"\s{0,4}:\s{0,4}"([^"\\]{1,200})"/,
};

const titleOf = (kind: ArtifactKind, source: string): string =>
  (TITLES[kind]?.exec(source.slice(0, TITLE_SEARCHED))?.[1] ?? '').trim().slice(0, MAX_TITLE_LENGTH);

const isLongEnough = ({ minLines, minLength }: Rule, source: string): boolean =>
  source.length >= minLength || hasLines(source, minLines);

const MAX_ID_LENGTH = 60;

/**
 * Of letters and digits alone, so that a model copies it without a fault; an untitled one has its place in the message.
 */
export const idOf = (kind: ArtifactKind, title: string, nth: number): string => {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${kind}-${words.length === 0 ? nth : words.join('-').slice(0, MAX_ID_LENGTH)}`;
};

/** What became of an artifact: of the same kind and the same thing, its title as the text has it now. */
export const withSource = ({ kind, id }: Pick<Artifact, 'kind' | 'id'>, source: string): Artifact => ({
  kind,
  id,
  source,
  title: titleOf(kind, source),
});

/** The kind of a block, its title and source; undefined for what stays code. `nth` counts those of a message. */
export const toArtifact = (language: string, source: string, nth = 1): Artifact | undefined => {
  const kind = kindOfLanguage(language);
  if (kind === undefined || source.length > MAX_ARTIFACT_LENGTH || !isLongEnough(ARTIFACT_RULES[kind], source))
    return undefined;
  if (kind === 'svg' && !source.slice(0, TITLE_SEARCHED).includes('<svg')) return undefined;
  if (kind === 'react' && !/\bexport default\b/.test(source)) return undefined;
  const title = titleOf(kind, source);
  return { kind, title, source, id: idOf(kind, title, nth) };
};

/** The chart that an artifact is; undefined for every other one, and for data that cannot be drawn. */
export const chartOf = ({ kind, source }: Artifact): Chart | undefined =>
  kind === 'chart' ? readChartBlock(source) : undefined;
