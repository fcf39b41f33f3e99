import type { AuditEntry } from '../../domain/audit/entry.ts';
import { entryJson } from '../../domain/audit/entry-fields.ts';

/** RFC 5424: facility 13 is the audit log. */
const FACILITY = 13;
const SEVERITY = { done: 6, refused: 4 } as const;
const MAX_HOST_LENGTH = 255;
const MAX_MESSAGE_ID_LENGTH = 32;

/** ASCII needs no byte order mark, and is read by every server. */
const toAscii = (json: string): string =>
  json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What a header field may be. */
const toName = (text: string, maxLength: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-';

/** A message of RFC 5424 with an entry as JSON, and its length before it (RFC 6587). */
export const syslogFrame = (entry: AuditEntry, host: string): string => {
  const priority = FACILITY * 8 + SEVERITY[entry.outcome];
  const time = new Date(entry.at).toISOString();
  const id = toName(entry.action, MAX_MESSAGE_ID_LENGTH);
  const message =
    `<${priority}>1 ${time} ${toName(host, MAX_HOST_LENGTH)} parley ` + `- ${id} - ${toAscii(entryJson(entry))}`;
  return `${message.length} ${message}`;
};
