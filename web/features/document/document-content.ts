import type { RelatedQuestion } from '../../../src/contract/common.ts';
import { headlineFor } from '../../../src/shared/headline.ts';
import { dateFormatter } from '../../lib/i18n/formatters.ts';
import { currentLocale, type Translator } from '../../lib/i18n/translations.ts';
import { trimEndMatching } from '../../lib/trim-end.ts';
import { countMarks } from '../../ui/markdown/citation-marks.ts';
import type { TextKey } from './texts.ts';
import type { DocumentSection, ReplyDetails } from '../../../src/shared/reply-details.ts';

export type Layout = 'newspaper' | 'magazine' | 'reading';

/** A reply to be set as a document. */
export interface DocumentContent {
  readonly messageId: string;
  /** What was asked. */
  readonly query: string;
  /** ISO 8601. */
  readonly time: string;
  /** What of the text may be seen by now. */
  readonly text: string;
  readonly streaming: boolean;
  readonly details: ReplyDetails;
  readonly relatedQuestions: readonly RelatedQuestion[];
  /** More follows the text: a synthesis is still being written. */
  readonly hasFollowUps?: boolean;
}

/** A stretch of the text: read straight on, or folded under its label. `firstMark` counts the marks before it. */
export interface DocumentPart {
  readonly label: string | null;
  readonly text: string;
  readonly firstMark: number;
}

export interface DocumentPage {
  readonly title: string;
  /** The opening paragraph, set larger; empty where the text opens with anything else. */
  readonly standfirst: DocumentPart;
  readonly parts: readonly DocumentPart[];
}

const HEADING = /^\s*#{1,3}[ \t](.*)(?:\n+|$)/;
/** A headline is no longer. */
const MAX_HEADING_LENGTH = 1000;
const BLOCK_START = /^(?:#|[-+*](?:\s|$)|\d+[.)]?(?:\s|$)|>|\||`{3}|~{3}|\$\$|\\\[|!\[|---)/;

/** Markdown's signs taken off a line that is shown as plain words. */
const toPlainText = (line: string): string => {
  const words = line.slice(0, MAX_HEADING_LENGTH).replace(/!?\[([^\][]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1');
  return trimEndMatching(
    words
      .replace(/[*_`~]/g, '')
      .replace(/\s{0,4}\[\d[\d,\s–-]*\]/g, '')
      .trim(),
    /#/,
  ).trim();
};

const SECTION_KEYS: Readonly<Record<DocumentSection['kind'], TextKey>> = {
  reasoning: 'reasoning',
  stepByStep: 'stepByStep',
  toolAction: 'tools',
  answer: 'answer',
  code: 'code',
  heading: 'section',
  content: 'more',
};

const joinBlocks = (before: string, more: string): string =>
  before === '' || before.endsWith('\n') || more.startsWith('\n') ? before + more : `${before}\n\n${more}`;

const sectionText = ({ kind, text }: DocumentSection): string =>
  kind === 'code' && !/^\s*(?:```|~~~)/.test(text) ? `\`\`\`\n${text}\n\`\`\`` : text;

/** Joins sections that are not collapsible, so that the text does not change when they arrive. */
const groupSections = (
  sections: readonly DocumentSection[],
  t: Translator<TextKey>,
): { label: string | null; text: string }[] => {
  const found: { label: string | null; text: string }[] = [];
  for (const section of sections) {
    const last = found.at(-1);
    if (section.collapsible)
      found.push({ label: section.title ?? t(SECTION_KEYS[section.kind]), text: sectionText(section) });
    else if (last?.label === null) last.text = joinBlocks(last.text, sectionText(section));
    else found.push({ label: null, text: sectionText(section) });
  }
  return found;
};

/** Marks are counted once the text has ended: until then they are plain numbers. */
const countMarksPerPart = (
  stretch: readonly { label: string | null; text: string }[],
  first: number,
  streaming: boolean,
): DocumentPart[] => {
  let count = first;
  return stretch
    .filter(({ text }) => text.trim() !== '')
    .map(({ label, text }) => {
      const part = { label, text, firstMark: count };
      if (!streaming) count += countMarks(text);
      return part;
    });
};

/** The first paragraph and what follows it. */
const splitFirstParagraph = (text: string): { readonly first: string; readonly rest: string } => {
  const start = text.trimStart();
  if (start === '' || BLOCK_START.test(start)) return { first: '', rest: text };
  const end = /\n[ \t]*\n|\n(?=[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|```|\|)/.exec(start);
  return end
    ? { first: start.slice(0, end.index), rest: start.slice(end.index).replace(/^\s*\n/, '') }
    : { first: start, rest: '' };
};

interface PageInput {
  readonly content: DocumentContent;
  /** It was seen coming: its headline stays the one that was shown first. */
  readonly wasStreamed: boolean;
  readonly withStandfirst: boolean;
}

/** The headline, and the text without it where it opens with it. */
const extractTitle = (
  {
    content: {
      query,
      details: { document },
    },
    wasStreamed,
  }: PageInput,
  lead: string,
): { readonly title: string; readonly text: string } => {
  const heading = toPlainText(HEADING.exec(lead)?.[1] ?? '');
  const storedTitle = wasStreamed ? null : document?.title || null;
  if (heading !== '' && (storedTitle === null || storedTitle === heading))
    return { title: heading, text: lead.replace(HEADING, '') };
  return { title: storedTitle ?? headlineFor(query), text: lead };
};

/**
 * An answer of one paragraph is set as text, not as the opening of nothing; but one that was
 * seen coming stays as it is.
 */
const extractStandfirst = (
  { withStandfirst, wasStreamed }: PageInput,
  text: string,
  more: boolean,
): { readonly first: string; readonly rest: string } => {
  if (!withStandfirst) return { first: '', rest: text };
  const found = splitFirstParagraph(text);
  return found.rest.trim() === '' && !more && !wasStreamed ? { first: '', rest: text } : found;
};

/** Splits a reply into headline, opening and parts: by its stored sections, else by its text. */
export const buildPage = (input: PageInput, t: Translator<TextKey>): DocumentPage => {
  const {
    text,
    streaming,
    details: { document },
  } = input.content;
  const found = document ? groupSections(document.sections, t) : [{ label: null, text }];
  const lead = found[0]?.label === null ? found[0].text : '';
  const { title, text: untitled } = extractTitle(input, lead);
  const { first, rest } = extractStandfirst(input, untitled, found.length > 1);
  const before = streaming ? 0 : countMarks(lead) - countMarks(untitled);
  const others = lead === '' ? found : [{ label: null, text: rest }, ...found.slice(1)];
  return {
    title: title || t('answer'),
    standfirst: { label: null, text: first, firstMark: before },
    parts: countMarksPerPart(others, streaming ? 0 : before + countMarks(first), streaming),
  };
};

const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u;

/** The direction in which a document runs, by its first letter. */
export const directionOf = (text: string): 'rtl' | 'ltr' => (RIGHT_TO_LEFT.test(text.slice(0, 200)) ? 'rtl' : 'ltr');

/** The day and hour of a document; empty for a broken stamp. */
export const formatDate = (time: string): string =>
  Number.isNaN(Date.parse(time))
    ? ''
    : dateFormatter(currentLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time));
