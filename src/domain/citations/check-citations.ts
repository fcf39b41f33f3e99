import { IndexedSources } from './indexed-sources.ts';
import { type CheckCitationsOptions, hasContent, judgeCitations, type JudgedClaim } from './judge-citations.ts';
import type { CitedText } from './source-index.ts';
import type { Citations } from '../../shared/reply-details.ts';

const WITHOUT_YIELDING: CheckCitationsOptions = { yieldToOthers: () => Promise.resolve() };

const toMarks = ({ verdicts }: JudgedClaim): Citations['marks'] =>
  verdicts.map(({ mark: { index, source }, supported, passage, sentence, closest, byModel }) => ({
    index,
    source,
    supported,
    passage,
    ...(sentence !== '' && sentence !== passage && { sentence }),
    ...(closest !== '' && { closest }),
    ...(byModel && { byModel }),
  }));

/** A sentence is supported when each group of its marks has a supported one. */
export const summarizeVerdicts = (judged: readonly JudgedClaim[]): Citations => {
  const sentences = new Map<number, boolean>();
  for (const { claim, verdicts } of judged.filter(({ claim }) => hasContent(claim))) {
    const isSupported = verdicts.some(({ supported }) => supported);
    sentences.set(claim.sentence, (sentences.get(claim.sentence) ?? true) && isSupported);
  }
  const supported = [...sentences.values()].filter(Boolean).length;
  return { checked: sentences.size, supported, marks: judged.flatMap(toMarks) };
};

/**
 * Compares each sentence that has marks with the sources they name, by rules alone. A mark is supported when a passage
 * of its source has most of the sentence's words, all its numbers and names, and does not contradict it.
 */
export const checkCitations = async (
  text: string,
  cited: readonly CitedText[],
  options: CheckCitationsOptions = WITHOUT_YIELDING,
): Promise<Citations> => summarizeVerdicts(await judgeCitations(text, new IndexedSources(cited), options));
