import { useState } from 'react';

import type { ToolServer } from '../../../src/contract/tools.ts';
import type { ToolServerAuth } from '../../../src/shared/tools.ts';
import { parseUrl } from '../../lib/parse-url.ts';

export interface HeaderFields {
  /** For React; rows have no other name. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export interface ServerFields {
  readonly name: string;
  readonly url: string;
  readonly auth: ToolServerAuth;
  readonly headers: readonly HeaderFields[];
}

export type FieldProblem = 'name' | 'url' | `header-${number}` | `value-${number}`;

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const initialFields = (server: ToolServer | null): ServerFields => ({
  name: server?.name ?? '',
  url: server?.url ?? '',
  auth: server?.auth ?? 'none',
  headers: (server?.headerNames ?? []).map((name, key) => ({ key, name, value: '' })),
});

const isAddress = (url: string): boolean => /^https?:$/.test(parseUrl(url)?.protocol ?? '');

/** A stored value stays where name and address do. */
const isStored = (server: ToolServer | null, fields: ServerFields, { name }: HeaderFields): boolean =>
  server !== null && server.url === fields.url.trim() && server.headerNames.includes(name.trim());

const problemsOf = (server: ToolServer | null, fields: ServerFields): ReadonlySet<FieldProblem> => {
  const problems = new Set<FieldProblem>();
  if (fields.name.trim() === '') problems.add('name');
  if (!isAddress(fields.url.trim())) problems.add('url');
  if (fields.auth === 'headers')
    for (const header of fields.headers) {
      if (!HEADER_NAME.test(header.name.trim())) problems.add(`header-${header.key}`);
      if (header.value === '' && !isStored(server, fields, header)) problems.add(`value-${header.key}`);
    }
  return problems;
};

const toEntered = ({ name, url, auth, headers }: ServerFields) => ({
  name: name.trim(),
  url: url.trim(),
  auth,
  headers:
    auth === 'headers'
      ? headers.map((header) => ({ name: header.name.trim(), ...(header.value === '' ? {} : { value: header.value }) }))
      : [],
});

/** What is entered about a server of tools. Problems show once somebody tried to save. */
export const useServerFields = (server: ToolServer | null) => {
  const [fields, setFields] = useState(() => initialFields(server));
  const [tried, setTried] = useState(false);
  const problems = problemsOf(server, fields);
  return {
    fields,
    change: (part: Partial<ServerFields>) => setFields((before) => ({ ...before, ...part })),
    isStored: (header: HeaderFields) => isStored(server, fields, header),
    hasProblem: (problem: FieldProblem) => tried && problems.has(problem),
    /** What to send; null when something is wrong, which is marked from now on. */
    submit: () => {
      setTried(true);
      return problems.size === 0 ? toEntered(fields) : null;
    },
  };
};

export type ServerForm = ReturnType<typeof useServerFields>;
