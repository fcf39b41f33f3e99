import type { FinishedAnswer, ProcessedAnswer } from '../chat/replies/ports/answers.ts';
import type { Evidence } from '../chat/replies/ports/files.ts';
import { createYield } from '../kernel/create-yield.ts';
import type { Clock, Settings } from '../kernel/ports.ts';
import { buildDocument } from './reply-document/build-document.ts';
import { summarizeVerdicts } from './check-citations.ts';
import { IndexedSources } from './indexed-sources.ts';
import { type JudgedClaim, judgeCitations } from './judge-citations.ts';
import type { CheckWithModel } from './model-check/check-with-model.ts';
import type { CorrectSentences } from './model-check/correct-sentences.ts';
import { applyVerdicts, NO_VERDICTS } from './model-check/model-verdicts.ts';
import type { CitedText } from './source-index.ts';
import { applyCorrections } from '../../shared/apply-corrections.ts';
import { pageOfAddress } from '../../shared/page-address.ts';
import type { Citations, Correction } from '../../shared/reply-details.ts';
import type { RateLimits } from '../../shared/settings/rate-limits.ts';

const isOf = ({ url: address }: Evidence, url: string): boolean =>
  address === url || pageOfAddress(address, url) !== undefined;

/** Of a source with pages each mark tells the one that its words are on. */
const withPages = (citations: Citations, { details: { sources }, evidence }: FinishedAnswer): Citations => {
  const marks = citations.marks.map((mark) => {
    const { url = '' } = sources[mark.source - 1] ?? {};
    const words = mark.sentence ?? (mark.passage || mark.closest);
    if (words === undefined || words === '') return mark;
    const found = evidence.find((item) => pageOfAddress(item.url, url) !== undefined && item.text.includes(words));
    const page = found && pageOfAddress(found.url, url);
    return page === undefined ? mark : { ...mark, page };
  });
  return { ...citations, marks };
};

const toCitedTexts = ({ details: { sources }, evidence }: FinishedAnswer): CitedText[] =>
  sources.map(({ title, url, snippet }, index) => ({
    number: index + 1,
    title,
    snippet,
    text: [...new Set(evidence.filter((item) => isOf(item, url)).map(({ text }) => text))].join('\n'),
  }));

export interface PostProcessReplyDeps {
  readonly checkWithModel: CheckWithModel;
  readonly correctSentences: CorrectSentences;
  readonly settings: Settings<RateLimits>;
  readonly clock: Clock;
}

interface CheckedAnswer {
  readonly text: string;
  readonly judged: readonly JudgedClaim[];
  readonly corrections: readonly Correction[];
}

/** Checks the citations of a complete answer and builds its document. */
export class PostProcessReply {
  constructor(private readonly deps: PostProcessReplyDeps) {}

  /** An abort ends the calls of models, and what they have not judged the rules have. */
  async process(answer: FinishedAnswer, signal: AbortSignal, onModelCheck: () => void): Promise<ProcessedAnswer> {
    const { question, details } = answer;
    if (details.sources.length === 0) {
      const document = buildDocument({ ...answer, citations: null, at: this.deps.clock.now() });
      return { text: answer.text, details: { ...details, document } };
    }
    const { text, judged, corrections } = await this.check(answer, signal, onModelCheck);
    const citations = withPages(summarizeVerdicts(judged), answer);
    const document = buildDocument({ question, text, citations, at: this.deps.clock.now() });
    return { text, details: { ...details, citations, corrections, document } };
  }

  private async check(answer: FinishedAnswer, signal: AbortSignal, onModelCheck: () => void): Promise<CheckedAnswer> {
    const { checkWithModel, correctSentences, settings, clock } = this.deps;
    const { text, writer, isCorrectable } = answer;
    const options = { yieldToOthers: createYield(clock) };
    const sources = new IndexedSources(toCitedTexts(answer));
    const { features } = await settings.current();
    const byRules = await judgeCitations(text, sources, options);
    const verdicts = features.checkCitationsByModel
      ? await checkWithModel.execute(writer, byRules, sources, { signal, onCall: onModelCheck })
      : NO_VERDICTS;
    const judged = applyVerdicts(byRules, verdicts);
    const corrections =
      isCorrectable && features.checkCitationsByModel && features.correctSentencesByModel
        ? await correctSentences.execute(writer, { text, judged }, sources, options, signal)
        : [];
    if (corrections.length === 0) return { text, judged, corrections };
    const corrected = applyCorrections(text, corrections);
    return {
      text: corrected,
      judged: applyVerdicts(await judgeCitations(corrected, sources, options), verdicts),
      corrections,
    };
  }
}
