import type { ReplyHelperModel } from '../chat/replies/ports/answers.ts';
import type { Requester } from '../chat/replies/ports/requesters.ts';
import type { ModelMessage } from '../chat/models/ports.ts';
import { toSingleLine, UNTRUSTED_TEXT_RULE, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { Settings } from '../kernel/ports.ts';
import { parseRewording, type RewordingAnswer } from '../../shared/lookup-answers.ts';
import type { RateLimits } from '../../shared/settings/rate-limits.ts';
import { findChunks } from './find-chunks.ts';
import type { ChunkRepository, SearchScope, StoredChunk } from './ports.ts';
import { type WeightedWording, withoutRepetitions } from './wordings.ts';

const TIMEOUT_MS = 4000;
const MAX_TOKENS = 350;
/** What of the conversation and the files is in the prompt. */
const MAX_QUESTION_LENGTH = 1000;
const MAX_PREVIOUS = 3;
const MAX_PREVIOUS_LENGTH = 400;
const MAX_ANSWER_LENGTH = 800;
const MAX_FILES = 8;
const MAX_NAME_LENGTH = 120;
const MAX_HEADING_LENGTH = 120;
const MAX_OUTLINE_LENGTH = 4000;
/** Chunks whose headings stand for the file's. */
const OUTLINE_ORDINALS = [0, 1, 2, 4, 8, 16, 32, 64, 128];
/** What of the answer is used. */
const MAX_WORDINGS = 3;
const MAX_WORDING_LENGTH = 300;
const MAX_TERMS = 10;

/** Against the lists of the question, which count 1. */
const STANDALONE_WEIGHT = 0.9;
const WORDING_WEIGHT = 0.6;
const TERMS_WEIGHT = 0.5;

/** What a model is asked with. */
export interface RewordingInput {
  readonly text: string;
  /** Earlier questions, newest first. */
  readonly previous: readonly string[];
  /** The reply before the question; may be empty. */
  readonly lastAnswer: string;
  readonly fileNames: readonly string[];
  /** Of files without an index. */
  readonly parsed?: readonly StoredChunk[];
  readonly requester: Requester;
}

export interface RewordQuestionDeps {
  readonly model: ReplyHelperModel;
  readonly chunks: ChunkRepository;
  readonly settings: Settings<RateLimits>;
  /** A search does without other wordings then. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Other wordings of a question, by a model: one that stands alone, others as the text may have it, and key terms. */
export class RewordQuestion {
  constructor(private readonly deps: RewordQuestionDeps) {}

  /** None when it is switched off or no model answers in time. Rejects only when the signal aborts. */
  async execute(
    scopes: readonly SearchScope[],
    input: RewordingInput,
    signal: AbortSignal,
  ): Promise<readonly WeightedWording[]> {
    try {
      const { features } = await this.deps.settings.current();
      if (!features.rewordFileQuestions) return [];
      const messages = buildPrompt(input, await this.outline(scopes, input.parsed));
      const request = { purpose: 'rewording', messages, maxTokens: MAX_TOKENS, timeoutMs: TIMEOUT_MS } as const;
      const answer = await this.deps.model.complete(input.requester, request, signal);
      const parsed = answer === undefined ? undefined : parseRewording(answer);
      return parsed ? toWordings(parsed, input.text) : [];
    } catch (error) {
      signal.throwIfAborted();
      this.deps.failed('rewording a question', error);
      return [];
    }
  }

  /** Some headings of the files, and how they begin, so that the model knows their language and words. */
  private async outline(scopes: readonly SearchScope[], parsed: readonly StoredChunk[] = []): Promise<string> {
    const files = scopes.flatMap(({ fileIds }) => fileIds).slice(0, MAX_FILES);
    const places = files.flatMap((fileId) => OUTLINE_ORDINALS.map((ordinal) => ({ fileId, ordinal })));
    const ofParsed = parsed.filter(({ ordinal }) => OUTLINE_ORDINALS.includes(ordinal));
    const chunks = [...ofParsed, ...(await findChunks(this.deps.chunks, scopes, places))];
    const lines = chunks.map(({ heading, text, ordinal }) =>
      toSingleLine(ordinal === 0 || heading === '' ? `${heading} ${text}` : heading, MAX_HEADING_LENGTH),
    );
    return [...new Set(lines)].join('\n');
  }
}

const INSTRUCTIONS =
  'You help to search files. Given are some names and headings of the files and the end of a conversation. ' +
  'Answer with a JSON object alone: {"question": "…", "wordings": ["…", "…"], "terms": ["…"]}. ' +
  '"question": the last question so that it stands alone, with what its pronouns mean, in its own language. ' +
  '"wordings": two or three sentences as the passage that answers it may be written, in the language of the files. ' +
  '"terms": up to eight key terms and synonyms as they may stand in the files, in their language. ' +
  'Do not answer the question, and do not invent names or figures.';

const buildPrompt = (
  { text, previous, lastAnswer, fileNames }: RewordingInput,
  outline: string,
): readonly ModelMessage[] => {
  const names = fileNames.slice(0, MAX_FILES).map((name) => toSingleLine(name, MAX_NAME_LENGTH));
  const earlier = previous.slice(0, MAX_PREVIOUS).toReversed();
  const conversation = [
    ...earlier.map((question) => `Earlier question: ${toSingleLine(question, MAX_PREVIOUS_LENGTH)}`),
    ...(lastAnswer === '' ? [] : [`Last answer: ${toSingleLine(lastAnswer, MAX_ANSWER_LENGTH)}`]),
    `Question: ${toSingleLine(text, MAX_QUESTION_LENGTH)}`,
  ].join('\n');
  return [
    { role: 'system', content: `${INSTRUCTIONS} ${UNTRUSTED_TEXT_RULE}` },
    {
      role: 'user',
      content: [
        wrapUntrustedText('files', [...names, '', outline].join('\n'), MAX_OUTLINE_LENGTH),
        wrapUntrustedText('conversation', conversation, MAX_OUTLINE_LENGTH),
      ].join('\n\n'),
    },
  ];
};

const toWordings = ({ question, wordings, terms }: RewordingAnswer, original: string): WeightedWording[] => {
  const all: readonly WeightedWording[] = [
    { kind: 'reworded', text: question, weight: STANDALONE_WEIGHT },
    ...wordings.slice(0, MAX_WORDINGS).map((text) => ({ kind: 'reworded', text, weight: WORDING_WEIGHT }) as const),
    { kind: 'terms', text: terms.slice(0, MAX_TERMS).join(' '), weight: TERMS_WEIGHT },
  ];
  const cut = all.map((wording) => ({ ...wording, text: toSingleLine(wording.text, MAX_WORDING_LENGTH) }));
  return withoutRepetitions(cut, original);
};
