import type { Citations, DocumentSection, ReplyDocument } from '../chat/ports.ts';
import { academicSummaryOf, keyPointsOf } from './document-points.ts';
import { sectionsOf } from './document-sections.ts';
import { plainText, shortened } from './plain-text.ts';

export interface DocumentInput {
  readonly question: string;
  /** The answer as it was written: any Markdown, broken or empty. */
  readonly text: string;
  readonly citations: Citations | null;
  /** When the answer ended, in milliseconds since 1970. */
  readonly at: number;
}

const LONGEST_TITLE = 120;
const ASKING =
  /^(?:please |can you |could you )*(?:search(?: the web)?(?: for)?|google|look up|find(?: out)?)(?: ?[:,-])? (?=\S)/i;

/** The question as a headline: its first line, without the order to search. */
const titleOfQuestion = (question: string): string => {
  const line = question.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  const words = plainText(line.slice(0, 2000)).replace(ASKING, '');
  return shortened(words.charAt(0).toUpperCase() + words.slice(1), LONGEST_TITLE);
};

/** The heading that the answer opens with, else the question. */
const titleOf = (question: string, sections: readonly DocumentSection[]): string => {
  const first = sections.find(({ collapsible }) => !collapsible);
  const heading = first?.kind === 'heading' ? shortened(first.title ?? '', LONGEST_TITLE) : '';
  return heading || titleOfQuestion(question) || 'Answer';
};

/** Sets an answer as a document. Never throws, and takes time in proportion to the text. */
export const buildDocument = ({ question, text, citations, at }: DocumentInput): ReplyDocument => {
  const sections = sectionsOf(text);
  const supported = new Map((citations?.marks ?? []).map((mark) => [mark.index, mark.supported]));
  return {
    title: titleOf(question, sections),
    time: new Date(at).toISOString(),
    sections,
    keyPoints: keyPointsOf(sections),
    academicSummary: academicSummaryOf(sections, supported),
  };
};
