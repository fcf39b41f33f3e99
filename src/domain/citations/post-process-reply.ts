import type { FinishedAnswer } from '../chat/replies/ports.ts';
import { createYield } from '../kernel/create-yield.ts';
import type { Clock } from '../kernel/ports.ts';
import { buildDocument } from './reply-document/build-document.ts';
import { checkCitations, type Similarity } from './check-citations.ts';
import type { CitedText } from './source-index.ts';
import type { ReplyDetails } from '../../shared/reply-details.ts';

const toCitedTexts = ({ details: { sources }, evidence }: FinishedAnswer): CitedText[] =>
  sources.map(({ title, url, snippet }, index) => ({
    number: index + 1,
    title,
    snippet,
    text: [...new Set(evidence.filter((item) => item.url === url).map(({ text }) => text))].join('\n'),
  }));

/** Checks the citations of a complete answer and builds its document. */
export class PostProcessReply {
  private readonly similarity: Similarity | undefined;

  constructor(
    private readonly clock: Clock,
    similarity?: Similarity,
  ) {
    this.similarity = similarity;
  }

  async process(answer: FinishedAnswer): Promise<ReplyDetails> {
    const { question, text, details } = answer;
    const options = { similarity: this.similarity, yieldToOthers: createYield(this.clock) };
    const hasSources = details.sources.length > 0;
    const citations = hasSources ? await checkCitations(text, toCitedTexts(answer), options) : null;
    return { ...details, citations, document: buildDocument({ question, text, citations, at: this.clock.now() }) };
  }
}
