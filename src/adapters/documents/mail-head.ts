/** Headers of which every message has one. */
const MAIL_HEADERS = new Set([
  'from',
  'to',
  'subject',
  'date',
  'received',
  'message-id',
  'mime-version',
  'return-path',
]);

/** A header's line, or one that continues it. */
const HEADER_LINE = /^(?:[A-Za-z0-9-]{1,80}:|[ \t])/;

/** Whether a text begins with the headers of an e-mail; `From ` of a mailbox may stand above. */
export const looksLikeMail = (beginning: string): boolean => {
  const lines = beginning.replace(/^\ufeff/, '').split(/\r?\n/);
  const head = lines[0]?.startsWith('From ') ? lines.slice(1) : lines;
  const end = head.findIndex((line) => !HEADER_LINE.test(line));
  return head
    .slice(0, end < 0 ? head.length : end)
    .some((line) => MAIL_HEADERS.has(line.split(':', 1)[0]?.toLowerCase() ?? ''));
};
