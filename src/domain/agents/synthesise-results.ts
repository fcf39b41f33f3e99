import type { ModelMessage } from '../chat/models/ports.ts';
import type { UtilityModel, MessageRef } from '../chat/replies/ports/answers.ts';
import type { Requester } from '../chat/replies/ports/requesters.ts';
import { toSingleLine, wrapUntrustedText, UNTRUSTED_TEXT_RULE } from '../kernel/untrusted-text.ts';

const MAX_TOKENS = 1024;
const MAX_RESULT_CHARACTERS = 2000;
const MAX_RESULTS_CHARACTERS = 40_000;
const MAX_QUESTION_CHARACTERS = 2000;

export interface SynthesisSource {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly content?: string | undefined;
}

export interface SynthesisInput {
  readonly query: string;
  /** Results, or a text made of them. */
  readonly results: readonly SynthesisSource[] | string;
  readonly message?: MessageRef;
}

/** Summarises search results. Does not count as a message. */
export class SynthesiseResults {
  constructor(private readonly utilityModel: UtilityModel) {}

  /** Streams the text. Throws `ModelError` and what the allowance throws. */
  async *execute(requester: Requester, input: SynthesisInput, signal: AbortSignal): AsyncGenerator<string, void> {
    const request = {
      purpose: 'synthesis',
      messages: buildPrompt(input),
      maxTokens: MAX_TOKENS,
      about: input.message,
    } as const;
    yield* this.utilityModel.complete(requester, request, signal);
  }
}

const buildPrompt = ({ query, results }: SynthesisInput): ModelMessage[] => {
  const formatted = typeof results === 'string' ? results : results.map(formatResult).join('\n\n');
  return [
    {
      role: 'system',
      content:
        'Write a short synthesis of the search results below for the question, in its language, as Markdown: ' +
        'what they agree on, where they differ, ' +
        `what is missing. Cite numbered results as [1], [2]. ${UNTRUSTED_TEXT_RULE}`,
    },
    {
      role: 'user',
      content:
        `${wrapUntrustedText('search results', formatted, MAX_RESULTS_CHARACTERS)}\n\n` +
        `${query.slice(0, MAX_QUESTION_CHARACTERS)}`,
    },
  ];
};

const formatResult = ({ url, title, snippet, content }: SynthesisSource, index: number): string =>
  `[${index + 1}] ${toSingleLine(title, 300)}\n${url}\n${(content ?? snippet).slice(0, MAX_RESULT_CHARACTERS)}`;
