/** A reply as a document: what was asked, its text, and all that it has besides. */
export interface DocumentReply {
  readonly question: string;
  readonly text: string;
  readonly details: {
    readonly document: { readonly title: string } | null;
    readonly sources: readonly { readonly title: string; readonly url: string }[];
    readonly synthesis: string;
  } | null;
}

/** Words within a link's brackets, or in a heading: on one line, with nothing that would end it. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/[[\]]/g, '\\$&').trim();

/** An address that cannot end its link early. */
const escapeUrl = (address: string): string =>
  address.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

interface LinkedSource {
  readonly title: string;
  readonly url: string;
}

/** Sources as a numbered list; one that is no web address, such as a file, is named and not linked. */
export const formatSources = (sources: readonly LinkedSource[]): string =>
  sources
    .map(
      ({ title, url }, at) =>
        `${at + 1}. ${/^https?:/i.test(url) ? `[${oneLine(title || url)}](${escapeUrl(url)})` : oneLine(title)}`,
    )
    .join('\n');

const section = (heading: string, text: string): string[] => (text.trim() === '' ? [] : [heading, text.trim()]);

/** The document as clean Markdown: headline, text, and its sources as a numbered list with their addresses. */
export const documentMarkdown = ({ question, text, details }: DocumentReply): string => {
  const body = text.trim();
  const title = details?.document?.title ?? question;
  const { sources = [], synthesis = '' } = details ?? {};
  const parts = [
    ...(/^#\s/.test(body) || title.trim() === '' ? [] : [`# ${oneLine(title)}`]),
    ...(body === '' ? [] : [body]),
    ...section('## In short', synthesis),
    ...section('## Sources', formatSources(sources)),
  ];
  return `${parts.join('\n\n')}\n`;
};
