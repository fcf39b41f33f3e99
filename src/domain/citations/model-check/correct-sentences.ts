import type { ModelMessage } from '../../chat/models/ports.ts';
import type { ReplyHelperModel } from '../../chat/replies/ports/answers.ts';
import { toSingleLine, UNTRUSTED_TEXT_RULE, wrapUntrustedText } from '../../kernel/untrusted-text.ts';
import { parseRewritings } from '../../../shared/citation-answers.ts';
import type { Correction } from '../../../shared/reply-details.ts';
import type { IndexedSources } from '../indexed-sources.ts';
import { hasContent, judgeCitations, type CheckCitationsOptions, type JudgedClaim } from '../judge-citations.ts';
import { findMarks, maskMarks } from '../markdown/citation-marks.ts';
import { parseBlocks } from '../markdown/blocks.ts';
import { splitSentences } from '../markdown/sentences.ts';
import { tokenize } from '../tokenize.ts';
import type { AnswerWriter } from './check-with-model.ts';

const TIMEOUT_MS = 12_000;
const MAX_TOKENS = 2500;
const MAX_SENTENCES = 6;
const MAX_SENTENCE_LENGTH = 800;
/** Passages beside a sentence: of the cited sources, and of the others, where the mark may belong. */
const MAX_CITED = 5;
const MAX_OTHERS = 3;
const MAX_PASSAGE_LENGTH = 320;

interface UnsupportedSentence {
  readonly at: number;
  readonly text: string;
  readonly cited: ReadonlySet<number>;
}

/** A model call that words sentences anew that their sources do not support. */
export class CorrectSentences {
  constructor(
    private readonly model: ReplyHelperModel,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** In the order of the text, each acceptable by the rules. Never rejects. */
  async execute(
    { requester, model }: AnswerWriter,
    answer: { readonly text: string; readonly judged: readonly JudgedClaim[] },
    sources: IndexedSources,
    options: CheckCitationsOptions,
    signal: AbortSignal,
  ): Promise<readonly Correction[]> {
    const sentences = findUnsupported(answer.text, answer.judged);
    if (sentences.length === 0 || requester.kind !== 'user' || signal.aborted) return [];
    try {
      const messages = await buildPrompt(sentences, sources, options);
      const limits = { maxTokens: MAX_TOKENS, timeoutMs: TIMEOUT_MS } as const;
      const request = { ...limits, purpose: 'citation-correction', model, messages } as const;
      const rewritings = parseRewritings((await this.model.complete(requester, request, signal)) ?? '');
      return await acceptable(sentences, rewritings, sources, options);
    } catch (error) {
      if (!signal.aborted) this.failed('correcting sentences with a model', error);
      return [];
    }
  }
}

/** Code, links, tables, maths and HTML are left alone. */
const SPECIAL = /[`<>|$\\]|\]\(|\bhttps?:|\bwww\./i;

const findUnsupported = (text: string, judged: readonly JudgedClaim[]): readonly UnsupportedSentence[] => {
  const sentences = new Map<number, { at: number; text: string; cited: Set<number>; isSupported: boolean }>();
  for (const { claim, verdicts } of judged) {
    if (!claim.span || !hasContent(claim)) continue;
    const { start, end } = claim.span;
    const sentence = sentences.get(start) ?? {
      ...{ at: start, text: text.slice(start, end), cited: new Set(), isSupported: true },
    };
    for (const { mark } of verdicts) sentence.cited.add(mark.source);
    sentence.isSupported &&= verdicts.some(({ supported }) => supported);
    sentences.set(start, sentence);
  }
  return [...sentences.values()]
    .filter(({ text: { length }, isSupported }) => !isSupported && length <= MAX_SENTENCE_LENGTH)
    .filter(({ text: sentence }) => !SPECIAL.test(sentence))
    .slice(0, MAX_SENTENCES);
};

const INSTRUCTIONS =
  'Sentences of an answer cite sources by marks such as [2], and the sources do not say what the sentences say. ' +
  'Given are these sentences and passages of the sources, each with the mark of its source. ' +
  'Word each sentence anew: change only what the sources do not say or deny, keep language, tone and length, ' +
  'add nothing else, and put the mark of the source that says it. If a source says the sentence as it stands, ' +
  'only change its mark. If none says anything of the kind, give the sentence unchanged without its marks. ' +
  'Answer with a JSON object alone: {"sentences": [{"sentence": 1, "text": "…"}]}.';

interface RankedPassage {
  readonly number: number;
  readonly text: string;
  readonly words: number;
}

/** The passages of all sources that have most of a sentence's words. */
const selectPassages = async (
  { text, cited }: UnsupportedSentence,
  sources: IndexedSources,
  { yieldToOthers }: CheckCitationsOptions,
): Promise<readonly RankedPassage[]> => {
  const all: RankedPassage[] = [];
  for (const number of sources.numbers) {
    await yieldToOthers();
    const source = sources.find(number);
    if (!source) continue;
    const tokens = tokenize(maskMarks(text, findMarks(text)), source.language);
    const nearest = source.rank(tokens).slice(0, cited.has(number) ? MAX_CITED : 1);
    for (const at of nearest) {
      const words = tokens.words.filter((word) => source.find(word).has(at)).length;
      all.push({ number, text: source.textAround(at), words });
    }
  }
  const others = all.filter(({ number }) => !cited.has(number)).toSorted((a, b) => b.words - a.words);
  return [...all.filter(({ number }) => cited.has(number)), ...others.slice(0, MAX_OTHERS)];
};

const buildPrompt = async (
  sentences: readonly UnsupportedSentence[],
  sources: IndexedSources,
  options: CheckCitationsOptions,
): Promise<readonly ModelMessage[]> => {
  const texts: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const passages = await selectPassages(sentence, sources, options);
    const lines = passages.map(({ number, text }) => `[${number}] ${toSingleLine(text, MAX_PASSAGE_LENGTH)}`);
    const material = lines.join('\n');
    texts.push(
      wrapUntrustedText(`sentence ${index + 1}`, toSingleLine(sentence.text, MAX_SENTENCE_LENGTH), MAX_SENTENCE_LENGTH),
      wrapUntrustedText(`sources of sentence ${index + 1}`, material, material.length),
    );
  }
  return [
    { role: 'system', content: `${INSTRUCTIONS} ${UNTRUSTED_TEXT_RULE}` },
    { role: 'user', content: texts.join('\n\n') },
  ];
};

const emphasisOf = (text: string): string => (text.match(/[*_~]+/g) ?? []).join(' ');
const withoutMarks = (text: string): string =>
  maskMarks(text, findMarks(text))
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?…)])/g, '')
    .trim();

/** What follows another sentence may have no mark, and then nothing asks a source about it. */
const isOneSentence = (text: string): boolean =>
  splitSentences(maskMarks(text, findMarks(text)), { start: 0, end: text.length }).length === 1;

const isPlainSentence = (before: string, after: string): boolean =>
  after.length <= 2 * before.length + 80 &&
  !/[\n\r\0]/.test(after) &&
  isOneSentence(after) &&
  !SPECIAL.test(after) &&
  emphasisOf(after) === emphasisOf(before) &&
  parseBlocks(after).every(({ kind }) => kind === 'text') &&
  /[\p{L}\p{N}]/u.test(after);

/** A sentence that only lost its marks, or that its sources support by the rules. */
const isAcceptable = async (
  before: string,
  after: string,
  sources: IndexedSources,
  options: CheckCitationsOptions,
): Promise<boolean> => {
  if (after === before || !isPlainSentence(before, after)) return false;
  if (findMarks(after).length === 0) return withoutMarks(after) === withoutMarks(before);
  const judged = await judgeCitations(after, sources, options);
  return judged.every(({ claim, verdicts }) => hasContent(claim) && verdicts.every(({ supported }) => supported));
};

const acceptable = async (
  sentences: readonly UnsupportedSentence[],
  rewritings: ReadonlyMap<number, string>,
  sources: IndexedSources,
  options: CheckCitationsOptions,
): Promise<readonly Correction[]> => {
  const corrections: Correction[] = [];
  for (const [index, { at, text: before }] of sentences.entries()) {
    const after = rewritings.get(index + 1)?.trim() ?? '';
    if (await isAcceptable(before, after, sources, options)) corrections.push({ at, before, after });
  }
  return corrections;
};
