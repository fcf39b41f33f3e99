import type { Clock } from '../kernel/ports.ts';
import { buildDocument } from './reply-document/build-document.ts';
import { checkCitations, type Similarity } from './check-citations.ts';
import type { CitedText } from './source-index.ts';
import type { ReplyDetails } from '../../shared/reply-details.ts';

/** What a source said, as far as the model was told of it. */
interface SourceEvidence {
  readonly url: string;
  readonly text: string;
}

interface AnswerToProcess {
  readonly question: string;
  readonly text: string;
  readonly details: ReplyDetails;
  /** By address; several for one address where it was found and read. */
  readonly evidence: readonly SourceEvidence[];
}

const toCitedTexts = ({ details: { sources }, evidence }: AnswerToProcess): CitedText[] =>
  sources.map(({ title, url, snippet }, index) => ({
    number: index + 1,
    title,
    snippet,
    text: [...new Set(evidence.filter((item) => item.url === url).map(({ text }) => text))].join('\n'),
  }));

const MAX_BLOCKING_MS = 10;

/** Looks over an answer that has ended: checks its citations where it has sources, and sets it as a document. */
export class PostProcessReply {
  private readonly clock: Clock;
  private readonly similarity: Similarity | undefined;

  constructor(clock: Clock, similarity?: Similarity) {
    this.clock = clock;
    this.similarity = similarity;
  }

  async process(answer: AnswerToProcess): Promise<ReplyDetails> {
    const { question, text, details } = answer;
    const citations =
      details.sources.length === 0
        ? null
        : await checkCitations(text, toCitedTexts(answer), {
            similarity: this.similarity,
            yieldToOthers: this.createYield(),
          });
    return { ...details, citations, document: buildDocument({ question, text, citations, at: this.clock.now() }) };
  }

  /** Gives way to other work whenever this one has gone on for too long without. */
  private createYield(): () => Promise<void> {
    let lastYieldAt = this.clock.now();
    return async () => {
      if (this.clock.now() - lastYieldAt < MAX_BLOCKING_MS) return;
      await this.clock.sleep(0);
      lastYieldAt = this.clock.now();
    };
  }
}
