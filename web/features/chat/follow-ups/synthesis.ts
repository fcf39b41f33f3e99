import type { orchestratedSearch } from '../../../../src/contract/agents.ts';
import type { Source } from '../../../../src/contract/common.ts';
import { decodeEvent } from '../../../../src/shared/reply-event.ts';

const PATH: (typeof orchestratedSearch)['path'] = '/api/search/orchestrated';

/** What the call takes of one query. */
const MOST_QUERY = 2000;

interface SynthesisInput {
  readonly query: string;
  readonly sources: readonly Source[];
  /** The message that was answered, as the server knows it. */
  readonly about?: { readonly chatId?: string; readonly messageId?: string };
  readonly post: (path: string, body: unknown) => Promise<Response>;
}

interface Heard {
  readonly text: string;
  readonly failed: boolean;
  readonly complete: boolean;
}

const typeOf = (data: string): string => {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
      ? value.type
      : '';
  } catch {
    return '';
  }
};

const heard = (so: Heard, line: string): Heard => {
  if (!line.startsWith('data:')) return so;
  const data = line.slice(5).trim();
  const type = typeOf(data);
  if (type === 'error') return { ...so, failed: true };
  if (type === 'complete') return { ...so, complete: true };
  if (type !== 'content') return so;
  const event = decodeEvent('', data);
  return event?.type === 'text' ? { ...so, text: so.text + event.text } : so;
};

/** A synthesis of what a search found, whole. Throws when it failed or broke off: half of one is worse than none. */
export const synthesised = async ({ query, sources, about, post }: SynthesisInput): Promise<string> => {
  const searchResults = sources.map(({ url, title, snippet }) => ({ url, title, snippet }));
  const response = await post(PATH, { query: query.slice(0, MOST_QUERY), searchResults, sources, ...about });
  if (!response.ok) throw new Error(`The synthesis was refused with ${response.status}.`);
  const { text, failed, complete } = (await response.text())
    .split(/\r?\n/)
    .reduce<Heard>(heard, { text: '', failed: false, complete: false });
  if (failed || !complete) throw new Error('The synthesis broke off.');
  return text.trim();
};
