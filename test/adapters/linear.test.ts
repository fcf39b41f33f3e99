import { hashedWords } from '../../src/adapters/embeddings/hashed-words.ts';
import { compose } from '../../src/adapters/llm/demo/compose.ts';
import { SseFrames } from '../../src/adapters/llm/upstream/sse.ts';
import { CallDrafts } from '../../src/adapters/llm/upstream/tool-calls.ts';
import { UpstreamTrouble } from '../../src/adapters/llm/upstream/trouble.ts';
import { queryOf, shingles } from '../../src/adapters/search/texts.ts';
import { tidy } from '../../src/adapters/search/tidy.ts';
import { indexedChunkWords, soughtChunkWords } from '../../src/adapters/sql/chunk-words.ts';
import { searchable } from '../../src/adapters/sql/file-rows.ts';
import { indexedWords, soughtWords } from '../../src/adapters/sql/search-words.ts';
import { chatMarkdown } from '../../src/contract/chat-export.ts';
import { documentMarkdown } from '../../src/contract/document-markdown.ts';
import { isSearchLike } from '../../src/contract/search-like.ts';
import { expectLinear } from '../support/growth.ts';
import { expectLinearInText } from '../support/pumped.ts';

type Known = readonly (string | readonly [string, string, string])[];

const PILE = ['a', '\u0315', '\u0316'.repeat(20_000)] as const;
const TITLE = 'Write a title for the conversation in at most 6 words.';

const READERS: readonly (readonly [name: string, read: (text: string) => unknown, known: Known])[] = [
  [
    'the words of a chunk',
    (text) => [indexedChunkWords('ann', text), soughtChunkWords('ann', text)],
    ['a', 'aB', 'A', '中', PILE],
  ],
  ['the words of a message', (text) => [indexedWords('ann', text), soughtWords('ann', text)], ['a', '中', PILE]],
  ['the words of a file', searchable, [PILE]],
  ['a text as a vector', (text) => hashedWords(text, 64), ['a', 'a ', '中', PILE]],
  [
    'a search service’s text',
    (text) =>
      tidy({ hits: [{ url: 'https://a.example/b', title: text, snippet: text, content: text }], images: [] }, 5),
    ['<a', '&', '<a>'],
  ],
  ['a query', (text) => [queryOf(text), shingles(text)], [' ', 'a ']],
  ['an error of a provider', (text) => new UpstreamTrouble('cut', text), ['sk-', 'key ', 'sk-a']],
  ['whether a text wants the web', isSearchLike, ['best ', 'a ']],
  [
    'a document as Markdown',
    (text) =>
      documentMarkdown({
        question: text,
        text,
        details: { document: null, sources: [{ title: text, url: `https://${text}` }] },
      }),
    [' ', '[', '('],
  ],
  ['a chat as Markdown', (text) => chatMarkdown({ title: text, createdAt: '2026-01-01' }, []), [' ']],
  [
    'the demo’s answer',
    (text) =>
      compose([
        { role: 'system', content: text },
        { role: 'user', content: text },
      ]),
    ['<<<DATA ', '<<<DATA \n', '=== [1] ===\n', '\r=== [1]', '\n ', '- '],
  ],
  [
    'the demo’s title',
    (text) =>
      compose([
        { role: 'system', content: TITLE },
        { role: 'user', content: text },
      ]),
    ['is ', 'user: ', '\n', ['a', '!', 'x'], ' '],
  ],
];

describe('reading what comes from outside takes time in proportion to its length', () => {
  test.each(READERS)('%s', async (_, read, known) => expectLinearInText(read, { known, runs: 20 }), 120_000);

  test('a stream of a provider, whole and byte by byte', async () => {
    const whole = (text: string) => new SseFrames(10_000_000, () => undefined).push(Buffer.from(text));
    await expectLinearInText(whole, { known: ['data: a\n', '\n', 'data: '] });
    const slowly = (text: string) => {
      const frames = new SseFrames(10_000_000, () => undefined);
      for (const byte of Buffer.from(text)) frames.push(Buffer.from([byte]));
    };
    await expectLinearInText(slowly, { runs: 8, known: ['data: a\n', 'data: a', '\n'] });
  }, 120_000);

  test('a call that comes in pieces, and many calls', async () => {
    const run = (same: boolean) => (size: number) => {
      const drafts = new CallDrafts();
      for (let at = 0; at < size; at += 1)
        drafts.add({ index: same ? 0 : at, id: same ? 'a' : `a${at}`, name: 'x', arguments: '{"a":1}' });
      return drafts.complete(true);
    };
    await expectLinear({ size: 4000, make: (size) => size, run: run(true) });
    await expectLinear({ size: 2000, make: (size) => size, run: run(false) });
  }, 120_000);
});
