import type { ToolServerAuth } from '../../../shared/tools.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import type { Header, ToolServer } from './tool-server.ts';

/** As a form has it: of a header without a value the stored one is meant. */
export interface ToolServerInput {
  readonly name: string;
  readonly url: string;
  readonly auth: ToolServerAuth;
  readonly headers: readonly { readonly name: string; readonly value?: string | undefined }[];
}

/** Set by the connection itself, or a way to make a request another one. */
const FORBIDDEN_HEADERS = [
  ...['host', 'connection', 'content-length', 'content-type', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
  ...['keep-alive', 'proxy-connection', 'proxy-authorization', 'expect', 'accept', 'accept-encoding', 'last-event-id'],
];
const FORBIDDEN_PREFIX = 'mcp-';
/** Visible characters, spaces and tabs. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Throws `InvalidInput`. */
export const parseAddress = (text: string): string => {
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new InvalidInput('An address has no name and password in it', 'url');
  url.hash = '';
  return url.href;
};

/** Another address forgets the headers. Throws `InvalidInput`. */
export const parseHeaders = ({ auth, headers }: ToolServerInput, stored: ToolServer | undefined): readonly Header[] => {
  if (auth !== 'headers') return [];
  if (headers.length === 0) throw new InvalidInput('There has to be a header', 'headers');
  const names = headers.map(({ name }) => name.toLowerCase());
  if (new Set(names).size !== names.length) throw new InvalidInput('A header is named twice', 'headers');
  return headers.map(({ name, value }, index) => {
    const lowerName = name.toLowerCase();
    if (FORBIDDEN_HEADERS.includes(lowerName) || lowerName.startsWith(FORBIDDEN_PREFIX))
      throw new InvalidInput('This header cannot be set', `headers.${index}.name`);
    const known = value ?? stored?.headers.find((header) => header.name.toLowerCase() === lowerName)?.value;
    if (known === undefined) throw new InvalidInput('This header has no value', `headers.${index}.value`);
    if (!HEADER_VALUE.test(known)) throw new InvalidInput('This is no value of a header', `headers.${index}.value`);
    return { name, value: known };
  });
};
