import type { ModelMessage } from '../../chat/models/ports.ts';
import type { ReplyHelperModel } from '../../chat/replies/ports/answers.ts';
import type { Requester } from '../../chat/replies/ports/requesters.ts';
import { toSingleLine, UNTRUSTED_TEXT_RULE, wrapUntrustedText } from '../../kernel/untrusted-text.ts';
import { parseVerdicts, type VerdictAnswer } from '../../../shared/citation-answers.ts';
import { type Claim } from '../extract-claims.ts';
import type { IndexedSources } from '../indexed-sources.ts';
import { hasContent, type JudgedClaim } from '../judge-citations.ts';
import { type SourceIndex } from '../source-index.ts';
import { type ModelVerdict, type ModelVerdicts, NO_VERDICTS, verdictKey } from './model-verdicts.ts';

const TIMEOUT_MS = 10_000;
/** Some models think before they answer. */
const MAX_TOKENS = 2000;
/** Marks of one call; of more, those first that the rules refuse. */
const MAX_MARKS = 30;
const MAX_CLAIM_LENGTH = 600;
/** Sentences of a source beside a mark: all of a short source, else the nearest with their neighbours. */
const MAX_WHOLE_SOURCE = 16;
const MAX_NEAREST = 5;
const MAX_SENTENCE_LENGTH = 320;
const MAX_PROMPT_LENGTH = 48_000;
/** A shorter sentence may stand in a source that denies it around it. */
const MIN_QUOTE_LENGTH = 30;

/** Who pays, and the model that wrote the answer. */
export interface AnswerWriter {
  readonly requester: Requester;
  readonly model: string;
}

interface CheckedMark {
  readonly key: string;
  readonly claim: string;
  readonly source: SourceIndex;
  /** Indices of the sentences that the model is shown. */
  readonly passages: readonly number[];
}

interface Candidate {
  readonly key: string;
  readonly claim: Claim;
  /** Of its source. */
  readonly number: number;
  /** By the rules. */
  readonly isRefused: boolean;
}

/** A model call that judges the marks of an answer by the sentences of their sources. */
export class CheckWithModel {
  constructor(
    private readonly model: ReplyHelperModel,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /** Never rejects. Nothing is said of marks that the model left out, or when no model answers in time. */
  async execute(
    { requester, model }: AnswerWriter,
    judged: readonly JudgedClaim[],
    sources: IndexedSources,
    { signal, onCall }: { readonly signal: AbortSignal; readonly onCall: () => void },
  ): Promise<ModelVerdicts> {
    const marks = fitMarks(selectMarks(judged, sources));
    if (marks.length === 0 || requester.kind !== 'user' || signal.aborted) return NO_VERDICTS;
    onCall();
    try {
      const limits = { maxTokens: MAX_TOKENS, timeoutMs: TIMEOUT_MS } as const;
      const request = { ...limits, purpose: 'citation-check', model, messages: buildPrompt(marks) } as const;
      const answer = await this.model.complete(requester, request, signal);
      return toVerdicts(marks, parseVerdicts(answer ?? ''));
    } catch (error) {
      if (!signal.aborted) this.failed('checking citations with a model', error);
      return NO_VERDICTS;
    }
  }
}

const normalize = (text: string): string =>
  text
    .replace(/[\s"“”„«»*_]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '');

/** Which claims stand in their source word by word. */
class Quotes {
  private readonly normalized = new Map<SourceIndex, string>();

  has({ text }: Claim, source: SourceIndex): boolean {
    const whole = this.normalized.get(source) ?? normalize(source.text);
    this.normalized.set(source, whole);
    const claim = normalize(text);
    return claim.length >= MIN_QUOTE_LENGTH && whole.includes(claim);
  }
}

const selectPassages = ({ tokens }: Claim, source: SourceIndex): readonly number[] => {
  const all = source.passages.map((_, at) => at);
  if (all.length <= MAX_WHOLE_SOURCE) return all;
  const near = new Set(
    source
      .rank(tokens)
      .slice(0, MAX_NEAREST)
      .flatMap((at) => [at - 1, at, at + 1]),
  );
  return all.filter((at) => near.has(at));
};

/** Each sentence and source once. */
const findCandidates = (judged: readonly JudgedClaim[]): readonly Candidate[] => {
  const candidates = new Map<string, Candidate>();
  for (const { claim, verdicts } of judged.filter(({ claim }) => hasContent(claim))) {
    for (const { mark, supported, isGuarded } of verdicts) {
      const key = verdictKey(claim.text, mark.source);
      if (!isGuarded) candidates.set(key, { key, claim, number: mark.source, isRefused: !supported });
    }
  }
  return [...candidates.values()].toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused));
};

const selectMarks = (judged: readonly JudgedClaim[], sources: IndexedSources): readonly CheckedMark[] => {
  const quotes = new Quotes();
  const marks: CheckedMark[] = [];
  for (const { key, claim, number, isRefused } of findCandidates(judged)) {
    if (marks.length === MAX_MARKS) break;
    const source = sources.find(number);
    if (!source || (!isRefused && quotes.has(claim, source))) continue;
    const passages = selectPassages(claim, source);
    if (passages.length > 0) marks.push({ key, claim: claim.text, source, passages });
  }
  return marks;
};

const INSTRUCTIONS =
  'You check the citations of an answer. Given are numbered marks: each has a sentence of the answer and numbered ' +
  'sentences of the source that it cites. Decide for each mark by these sentences alone, not by what you know. ' +
  '"supported": the source says all of what the sentence says, perhaps in other words, in another language or by ' +
  'plain arithmetic: with the same people and roles, numbers and units, dates, conditions and negations. ' +
  '"unsupported": the source says otherwise, or does not say a part of it. "unclear": you cannot tell. ' +
  'Where one sentence has several marks, a mark is supported if its source says a part of it and the others the ' +
  'rest. Answer with a JSON object alone: {"marks": [{"mark": 1, "verdict": "supported", "sentence": 3}]}. ' +
  '"sentence" is the number of the sentence of the source that decides, or comes closest; 0 where there is none.';

const formatMark = ({ claim, source, passages }: CheckedMark, number: number): string => {
  const lines = passages.map((at, index) => `[${index + 1}] ${toSingleLine(source.textOf(at), MAX_SENTENCE_LENGTH)}`);
  const text = lines.join('\n');
  return [
    wrapUntrustedText(`sentence of mark ${number}`, toSingleLine(claim, MAX_CLAIM_LENGTH), 2 * MAX_CLAIM_LENGTH),
    wrapUntrustedText(`source of mark ${number}`, text, text.length),
  ].join('\n');
};

/** Those that a prompt has room for. */
const fitMarks = (marks: readonly CheckedMark[]): readonly CheckedMark[] => {
  let length = 0;
  const end = marks.findIndex((mark, index) => (length += formatMark(mark, index + 1).length) > MAX_PROMPT_LENGTH);
  return end < 0 ? marks : marks.slice(0, end);
};

const buildPrompt = (marks: readonly CheckedMark[]): readonly ModelMessage[] => [
  { role: 'system', content: `${INSTRUCTIONS} ${UNTRUSTED_TEXT_RULE}` },
  { role: 'user', content: marks.map((mark, index) => formatMark(mark, index + 1)).join('\n\n') },
];

/** A verdict of support without a sentence that decides is none. */
const toVerdict = ({ source, passages }: CheckedMark, answer: VerdictAnswer): ModelVerdict | undefined => {
  const at = passages[answer.sentence - 1];
  const supported = answer.verdict === 'supported';
  if (answer.verdict === 'unclear' || (supported && at === undefined)) return undefined;
  if (at === undefined) return { supported, sentence: '', passage: '' };
  return { supported, sentence: source.textOf(at), passage: source.textAround(at) };
};

const toVerdicts = (marks: readonly CheckedMark[], answers: ReadonlyMap<number, VerdictAnswer>): ModelVerdicts =>
  new Map(
    marks.flatMap((mark, index) => {
      const answer = answers.get(index + 1);
      const verdict = answer && toVerdict(mark, answer);
      return verdict ? [[mark.key, verdict] as const] : [];
    }),
  );
