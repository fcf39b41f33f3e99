import { summarise, extractKeyPoints } from './key-points.ts';
import { parseSections } from './sections.ts';
import { toPlainText, truncateWords } from '../markdown/plain-text.ts';
import type { Citations, DocumentSection, ReplyDocument } from '../../../shared/reply-details.ts';

export interface DocumentInput {
  readonly question: string;
  /** Any Markdown. */
  readonly text: string;
  readonly citations: Citations | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MAX_TITLE_CHARACTERS = 120;
const SEARCH_COMMAND =
  /^(?:please |can you |could you )*(?:search(?: the web)?(?: for)?|google|look up|find(?: out)?)(?: ?[:,-])? (?=\S)/i;

/** The first line of the question, without a search command. */
const questionTitle = (question: string): string => {
  const line = question.split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  const title = toPlainText(line.slice(0, 2000)).replace(SEARCH_COMMAND, '');
  return truncateWords(title.charAt(0).toUpperCase() + title.slice(1), MAX_TITLE_CHARACTERS);
};

/** The first heading, else the question. */
const documentTitle = (question: string, sections: readonly DocumentSection[]): string => {
  const first = sections.find(({ collapsible }) => !collapsible);
  const heading = first?.kind === 'heading' ? truncateWords(first.title ?? '', MAX_TITLE_CHARACTERS) : '';
  return heading || questionTitle(question) || 'Answer';
};

/** Never throws. Takes linear time. */
export const buildDocument = ({ question, text, citations, at }: DocumentInput): ReplyDocument => {
  const sections = parseSections(text);
  const supported = new Map((citations?.marks ?? []).map((mark) => [mark.index, mark.supported]));
  return {
    title: documentTitle(question, sections),
    time: new Date(at).toISOString(),
    sections,
    keyPoints: extractKeyPoints(sections, supported),
    academicSummary: summarise(sections, supported),
  };
};
