import type { ModelMessage } from '../chat/models/ports.ts';
import type { ReplyHelperModel } from '../chat/replies/ports/answers.ts';
import type { Requester } from '../chat/replies/ports/requesters.ts';
import { toSingleLine, UNTRUSTED_TEXT_RULE, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { Settings } from '../kernel/ports.ts';
import { parseRanking } from '../../shared/lookup-answers.ts';
import type { RateLimits } from '../../shared/settings/rate-limits.ts';
import { type StoredChunk, toIndexedText } from './chunk.ts';

const TIMEOUT_MS = 6000;
const MAX_TOKENS = 250;
/** Characters of each passage in the prompt. */
const MAX_PASSAGE_LENGTH = 350;
const MAX_QUESTION_LENGTH = 1500;

export interface RankWithModelDeps {
  readonly model: ReplyHelperModel;
  readonly settings: Settings<RateLimits>;
}

/** A model call that orders passages, where an admin allows it. */
export class RankWithModel {
  constructor(private readonly deps: RankWithModelDeps) {}

  /**
   * The indexes of the passages that help, best first. Undefined when it is switched off or no model answers in time.
   * Throws what the model throws.
   */
  async execute(
    requester: Requester,
    { question, passages }: { readonly question: string; readonly passages: readonly StoredChunk[] },
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    const { features } = await this.deps.settings.current();
    if (!features.rankPassagesByModel || passages.length === 0) return undefined;
    const messages = buildPrompt(question, passages);
    const request = { purpose: 'reranking', messages, maxTokens: MAX_TOKENS, timeoutMs: TIMEOUT_MS } as const;
    const answer = await this.deps.model.complete(requester, request, signal);
    if (answer === undefined) return undefined;
    const indexes = new Set(parseRanking(answer).map((number) => number - 1));
    const valid = [...indexes].filter((index) => passages[index] !== undefined);
    return valid.length === 0 ? undefined : valid;
  }
}

const INSTRUCTIONS =
  'You help to search files. Given are a question and numbered passages of files. Answer with a JSON object alone: ' +
  '{"order": [3, 1]}: the numbers of the passages that help to answer the question, the most helpful first, ' +
  'at most 20. Leave out those that do not help. Do not answer the question.';

const buildPrompt = (question: string, passages: readonly StoredChunk[]): readonly ModelMessage[] => {
  const lines = passages.map((chunk, at) => `[${at + 1}] ${toSingleLine(toIndexedText(chunk), MAX_PASSAGE_LENGTH)}`);
  const text = lines.join('\n');
  return [
    { role: 'system', content: `${INSTRUCTIONS} ${UNTRUSTED_TEXT_RULE}` },
    {
      role: 'user',
      content: [
        wrapUntrustedText('question', toSingleLine(question, MAX_QUESTION_LENGTH), 2 * MAX_QUESTION_LENGTH),
        wrapUntrustedText('passages', text, text.length + 100),
      ].join('\n\n'),
    },
  ];
};
