import { escapeMarkdown } from '../shared/escape-markdown.ts';
import { headlineFor } from '../shared/headline.ts';
import type { Correction } from '../shared/reply-details.ts';

export interface DocumentReply {
  readonly question: string;
  readonly text: string;
  readonly details: {
    readonly document: { readonly title: string } | null;
    readonly sources: readonly { readonly title: string; readonly url: string }[];
    readonly synthesis: string;
    readonly corrections: readonly Correction[];
  } | null;
}

/** A URL with characters escaped that would end its link. */
const escapeUrl = (address: string): string =>
  address.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

interface LinkedSource {
  readonly title: string;
  readonly url: string;
}

const formatSource = ({ title, url }: LinkedSource, at: number): string => {
  const name = escapeMarkdown(title || url);
  return `${at + 1}. ${/^https?:/i.test(url) ? `[${name}](${escapeUrl(url)})` : name}`;
};

/** A numbered list of sources; sources without a web address, such as files, are not linked. */
export const formatSources = (sources: readonly LinkedSource[]): string => sources.map(formatSource).join('\n');

/** What stood in a text before it was corrected, and what stands there now. */
export const formatCorrections = (corrections: readonly Correction[]): string =>
  corrections.map(({ before, after }) => `- ~~${before.replace(/\s+/g, ' ')}~~\n  ${after}`).join('\n');

const section = (heading: string, text: string): string[] => (text.trim() === '' ? [] : [heading, text.trim()]);

const NOTHING = { sources: [], synthesis: '', corrections: [] };

/** The document as clean Markdown: headline, text, and its sources as a numbered list with their addresses. */
export const documentMarkdown = ({ question, text, details }: DocumentReply): string => {
  const body = text.trim();
  const title = details?.document?.title ?? headlineFor(question);
  const { sources, synthesis, corrections } = details ?? NOTHING;
  const parts = [
    ...(/^#\s/.test(body) || title.trim() === '' ? [] : [`# ${escapeMarkdown(title)}`]),
    ...(body === '' ? [] : [body]),
    ...section('## In short', synthesis),
    ...section('## Corrected after checking', formatCorrections(corrections)),
    ...section('## Sources', formatSources(sources)),
  ];
  return `${parts.join('\n\n')}\n`;
};
