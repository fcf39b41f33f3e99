import type { ReplyDetails } from '../chat/ports.ts';
import type { Clock } from '../kernel/ports.ts';
import { buildDocument } from './build-document.ts';
import { checkCitations, type Similarity } from './check-citations.ts';
import type { CitedText } from './source-index.ts';

/** What a source said, as far as the model was told of it. */
interface Said {
  readonly url: string;
  readonly text: string;
}

interface Answer {
  readonly question: string;
  readonly text: string;
  readonly details: ReplyDetails;
  /** By address; several for one address where it was found and read. */
  readonly evidence: readonly Said[];
}

const citedTexts = ({ details: { sources }, evidence }: Answer): CitedText[] =>
  sources.map(({ title, url, snippet }, at) => ({
    number: at + 1,
    title,
    snippet,
    text: [...new Set(evidence.filter((said) => said.url === url).map(({ text }) => text))].join('\n'),
  }));

const LONGEST_MS = 10;

/** Looks over an answer that has ended: checks its citations where it has sources, and sets it as a document. */
export class EditReply {
  private readonly clock: Clock;
  private readonly similarity: Similarity | undefined;

  constructor(clock: Clock, similarity?: Similarity) {
    this.clock = clock;
    this.similarity = similarity;
  }

  async finish(answer: Answer): Promise<ReplyDetails> {
    const { question, text, details } = answer;
    const citations =
      details.sources.length === 0
        ? null
        : await checkCitations(text, citedTexts(answer), { similarity: this.similarity, pause: this.pauses() });
    return { ...details, citations, document: buildDocument({ question, text, citations, at: this.clock.now() }) };
  }

  /** Gives way to other work whenever this one has gone on for too long without. */
  private pauses(): () => Promise<void> {
    let since = this.clock.now();
    return async () => {
      if (this.clock.now() - since < LONGEST_MS) return;
      await this.clock.sleep(0);
      since = this.clock.now();
    };
  }
}
