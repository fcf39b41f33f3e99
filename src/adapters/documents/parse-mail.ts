import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { damaged } from './document-errors.ts';
import { parseHtml } from './parse-html.ts';
import { parsePlainText, textBlock } from './parse-text.ts';

/** Parts within parts, and messages within messages. */
const LIMITS = { maxNestingDepth: 40, maxRfc822NestingDepth: 5, maxHeadersSize: 512 * 1024 };
/** Lists longer than this are of mailings. */
const MAX_NAMED = 100;
const MAX_SUBJECT_LENGTH = 500;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const flatten = (address: Address): readonly Address[] => address.group ?? [address];

const addressText = ({ name, address = '' }: Address): string => {
  const label = oneLine(name);
  return label === '' || label === address ? address : `${label} <${address}>`;
};

const line = (label: string, values: readonly string[]): string[] => {
  const named = values.map(oneLine).filter(Boolean);
  const rest = named.length - MAX_NAMED;
  const text = named.slice(0, MAX_NAMED).join(', ');
  return text === '' ? [] : [`${label}: ${text}${rest > 0 ? `, and ${rest} more` : ''}`];
};

const addressLine = (label: string, addresses: readonly Address[] | undefined): string[] =>
  line(label, (addresses ?? []).flatMap(flatten).map(addressText));

/** A file that somebody attached; images of the text's own are none. */
const isAttached = ({ filename, related, disposition }: Attachment): boolean =>
  filename !== null && !(related && disposition !== 'attachment');

const parseMessage = async (bytes: Uint8Array): Promise<Email> => {
  try {
    return await PostalMime.parse(bytes, { ...LIMITS, attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    throw damaged(error);
  }
};

/** An e-mail: subject, headers, text, and the names of its attachments. Throws `FileUnreadable`. */
export const parseMail = async (bytes: Uint8Array): Promise<TextBlock[]> => {
  const { subject = '', from, to, cc, bcc, date = '', html, text = '', attachments } = await parseMessage(bytes);
  const head = [
    ...addressLine('From', from && [from]),
    ...addressLine('To', to),
    ...addressLine('Cc', cc),
    ...addressLine('Bcc', bcc),
    ...line('Date', [date]),
    ...line(
      'Attachments',
      attachments.filter(isAttached).map(({ filename }) => filename ?? ''),
    ),
  ];
  const title = oneLine(subject).slice(0, MAX_SUBJECT_LENGTH);
  const fromHtml = html === undefined ? [] : parseHtml(html);
  return [
    ...(title === '' ? [] : [textBlock('heading', title, 1)]),
    ...(head.length === 0 ? [] : [textBlock('text', head.join('\n'))]),
    ...(fromHtml.length > 0 ? fromHtml : parsePlainText(text)),
  ];
};
