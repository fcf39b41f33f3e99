import type { Asides, Asker, MessageRef, ModelMessage } from '../chat/ports.ts';
import { asData, DATA_RULE } from '../kernel/data-text.ts';
import { inOneLine } from './findings.ts';

const TOKENS = 1024;
const RESULT = 2000;
const ALL = 40_000;
const QUESTION = 2000;

export interface FoundResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  readonly content?: string | undefined;
}

export interface SearchToSum {
  readonly query: string;
  /** Results, or a text that somebody made of them. */
  readonly results: readonly FoundResult[] | string;
  readonly message?: MessageRef;
}

/** Sums up search results that the page already has. Charges no message. */
export class Synthesise {
  private readonly asides: Asides;

  constructor(asides: Asides) {
    this.asides = asides;
  }

  /** The text piece by piece. Throws what refuses, then `ModelFault`. */
  async *execute(asker: Asker, search: SearchToSum, signal: AbortSignal): AsyncGenerator<string, void> {
    const aside = {
      purpose: 'synthesis',
      messages: promptFor(search),
      maxTokens: TOKENS,
      about: search.message,
    } as const;
    yield* this.asides.ask(asker, aside, signal);
  }
}

const promptFor = ({ query, results }: SearchToSum): ModelMessage[] => {
  const found = typeof results === 'string' ? results : results.map(oneOf).join('\n\n');
  return [
    {
      role: 'system',
      content:
        'Write a short synthesis of the search results below for the question, in its language, as Markdown: what they agree on, where they differ, ' +
        `what is missing. Cite numbered results as [1], [2]. ${DATA_RULE}`,
    },
    { role: 'user', content: `${asData('search results', found, ALL)}\n\n${query.slice(0, QUESTION)}` },
  ];
};

const oneOf = ({ url, title, snippet, content }: FoundResult, index: number): string =>
  `[${index + 1}] ${inOneLine(title, 300)}\n${url}\n${(content ?? snippet).slice(0, RESULT)}`;
