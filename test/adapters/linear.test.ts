import { hashWords } from '../../src/adapters/embeddings/hashed-words.ts';
import { compose } from '../../src/adapters/llm/demo/compose.ts';
import { SseParser } from '../../src/adapters/llm/upstream/sse-parser.ts';
import { ToolCallAccumulator } from '../../src/adapters/llm/upstream/tool-call-accumulator.ts';
import { UpstreamError } from '../../src/adapters/llm/upstream/upstream-error.ts';
import { toSearchQuery } from '../../src/adapters/search/search-text.ts';
import { normalizeResults } from '../../src/adapters/search/normalize-results.ts';
import { ContentTypeDetector } from '../../src/adapters/documents/content-type-detector.ts';
import { WebDocuments } from '../../src/adapters/web-pages/web-documents.ts';
import { extractFeed, isFeed } from '../../src/adapters/web-pages/feed.ts';
import { pageKey } from '../../src/domain/agents/page-key.ts';
import { toDay } from '../../src/domain/agents/publication-day.ts';
import { shingles } from '../../src/domain/agents/same-text.ts';
import { guessCharset } from '../../src/adapters/web-pages/guess-charset.ts';
import { tokenizeChunk, tokenizeChunkQuery } from '../../src/adapters/sql/retrieval/chunk-tokens.ts';
import { toSearchable } from '../../src/adapters/sql/files/file-rows.ts';
import { tokenizeForIndex, tokenizeQuery } from '../../src/adapters/sql/retrieval/search-tokens.ts';
import { toChatMarkdown } from '../../src/contract/chat-export.ts';
import { documentMarkdown } from '../../src/contract/document-markdown.ts';
import { hasSearchIntent } from '../../src/contract/search-intent.ts';
import { findWrittenUrls } from '../../src/domain/agents/written-urls.ts';
import { findArtifacts, readArtifacts } from '../../src/shared/artifact-reader.ts';
import { OUTSIDE_FORMS, writeOutside } from '../../src/shared/outside-chat.ts';
import { parseDelimited } from '../../src/shared/delimited-text.ts';
import { indentJson } from '../../src/shared/indent-json.ts';
import { excerptFor } from '../../src/shared/excerpt.ts';
import { findPhrase, markWords } from '../../src/shared/find-text.ts';
import { foldWithOffsets } from '../../src/shared/fold-text.ts';
import { toPlainText } from '../../src/shared/plain-text.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { expectLinearInText } from '../support/expect-linear-in-text.ts';

type Known = readonly (string | readonly [string, string, string])[];

const PILE = ['a', '\u0315', '\u0316'.repeat(20_000)] as const;
const TITLE = 'Write a title for the conversation in at most 6 words.';

/** A page that an answer before it made, changed by whatever text comes. */
const PAGE_TO_EDIT = readArtifacts(`\`\`\`html\n<title>T</title>\n${'<p>\n'.repeat(400)}\`\`\`\n`).versions;
const CHANGE_NOTHING = '<<<<<<< SEARCH\n<title>T</title>\n=======\n<title>T</title>\n>>>>>>> REPLACE\n';
const EDIT = '```artifact-edit\nid: html-t\n';

const READERS: readonly (readonly [name: string, read: (text: string) => unknown, known: Known])[] = [
  [
    'the words of a chunk',
    (text) => [tokenizeChunk('ann', text), tokenizeChunkQuery('ann', text)],
    ['a', 'aB', 'A', '中', PILE],
  ],
  ['the words of a message', (text) => [tokenizeForIndex('ann', text), tokenizeQuery('ann', text)], ['a', '中', PILE]],
  ['the words of a file', toSearchable, [PILE]],
  ['the encoding of a page', (text) => guessCharset(Buffer.from(text, 'latin1')), ['é', '\u0082\u00a0', 'aé ', 'àáâ']],
  ['a text without its marks', toPlainText, ['[', '![a](', '**a ', '_a', '`', '$', '|', '> ', '```\n', '<http://a']],
  ['where words stand in a text', (text) => markWords(text, 'a 中文 b'), ['a', 'a ', '中', 'é', PILE]],
  [
    'what an answer made',
    findArtifacts,
    ['`', '~~~\n', '```html\n', ['```html\n', '<title>', '\n'.repeat(20)], ['```md\n', '# ', '\n']],
  ],
  [
    'what an answer changes',
    (text) => [
      readArtifacts(`${EDIT}${text}`, PAGE_TO_EDIT),
      readArtifacts(`${EDIT}<<<<<<< SEARCH\n${text}\n=======\n${text}\n>>>>>>> REPLACE`, PAGE_TO_EDIT),
    ],
    [CHANGE_NOTHING, '<p>\n', '<p> \n', '\n', '1| <p>\n', `\`\`\`\n${EDIT}`, `${CHANGE_NOTHING}\`\`\`\n${EDIT}`],
  ],
  [
    'what is changed in a long text',
    (text) =>
      readArtifacts(
        `${EDIT}${CHANGE_NOTHING.replaceAll('<title>T</title>', '<p>')}`,
        readArtifacts(`\`\`\`html\n${text}\n\`\`\``).versions,
      ),
    ['<p>\n', '<title>T</title>\n'],
  ],
  ['the addresses that a person wrote', findWrittenUrls, ['http://', 'http://a(', 'a.', 'a.bc/', '(', '。', ')', 'a@']],
  ['JSON that is looked at', (text) => indentJson(`[${JSON.stringify(text)}]`), ['\\', '"', 'a', '[']],
  ['a table of separated values', (text) => parseDelimited(text, 1000), ['"', '""', ',', '\r\n', 'a,']],
  ['a sentence of a text', (text) => excerptFor(text, 'a 中文 b'), ['a', 'a. ', '中', ' ', PILE]],
  ['where a phrase stands in a text', (text) => findPhrase(foldWithOffsets(text), 'aab'), ['a', 'é', PILE]],
  ['a text as a vector', (text) => hashWords(text, 64), ['a', 'a ', '中', PILE]],
  [
    'a search service’s text',
    (text) =>
      normalizeResults(
        { hits: [{ url: 'https://a.example/b', title: text, snippet: text, content: text }], images: [] },
        5,
      ),
    ['<a', '&', '<a>'],
  ],
  ['a query', (text) => [toSearchQuery(text), shingles(text)], [' ', 'a ']],
  ['an address', (text) => pageKey(`https://a.example/${text}`), ['/', '/amp/', '?utm_a=1&', '.']],
  [
    'a feed',
    (text) => [isFeed(text), extractFeed(text, 'https://a.example/', 1000)],
    ['<item>', '<feed><', ' <!--', '<title>'],
  ],
  ['a day', (text) => toDay(text), ['2026-', ' ']],
  ['an error of a provider', (text) => new UpstreamError('cut', text), ['sk-', 'key ', 'sk-a']],
  ['whether a text wants the web', hasSearchIntent, ['best ', 'a ']],
  [
    'a document as Markdown',
    (text) =>
      documentMarkdown({
        question: text,
        text,
        details: {
          document: null,
          sources: [{ title: text, url: `https://${text}` }],
          corrections: [],
          synthesis: text,
        },
      }),
    [' ', '[', '('],
  ],
  [
    'an answer outside of the chat',
    (text) => [
      writeOutside(text, OUTSIDE_FORMS.answer, [{ text }]),
      writeOutside(`\`\`\`chart\n${text}`, OUTSIDE_FORMS.words),
    ],
    ['```', '``` ', '```chart\n', '```artifact-edit\n```\n', '{"title":', '|', '~'],
  ],
  ['a chat as Markdown', (text) => toChatMarkdown({ title: text, createdAt: '2026-01-01' }, []), [' ']],
  [
    'the demo’s answer',
    (text) =>
      compose(
        [
          { role: 'system', content: text },
          { role: 'user', content: text },
        ],
        { forAdmin: false, freeUnanswered: true },
      ),
    [
      '<<<DATA ',
      ['<<<DATA html-a\nchange\n', '1| a\n', ''],
      '<<<DATA html-a\n',
      '“',
      '<<<DATA \n',
      '=== [1] ===\n',
      '\r=== [1]',
      '\n ',
      '- ',
    ],
  ],
  [
    'the demo’s title',
    (text) =>
      compose(
        [
          { role: 'system', content: TITLE },
          { role: 'user', content: text },
        ],
        { forAdmin: false, freeUnanswered: true },
      ),
    ['is ', 'user: ', '\n', ['a', '!', 'x'], ' '],
  ],
];

describe('reading what comes from outside takes time in proportion to its length', () => {
  test.each(READERS)('%s', async (_, read, known) => expectLinearInText(read, { knownSlow: known, runs: 20 }), 120_000);

  test('a stream of a provider, whole and byte by byte', async () => {
    const whole = (text: string) => new SseParser(10_000_000, () => undefined).push(Buffer.from(text));
    const withReturnAtEnd = (text: string) => whole(`${text}\r`);
    await expectLinearInText(whole, { knownSlow: ['data: a\n', '\n', 'data: '] });
    await expectLinearInText(withReturnAtEnd, { runs: 8, knownSlow: ['data: a\n', '\n'] });
    const slowly = (text: string) => {
      const frames = new SseParser(10_000_000, () => undefined);
      for (const byte of Buffer.from(text)) frames.push(Buffer.from([byte]));
    };
    await expectLinearInText(slowly, { runs: 8, knownSlow: ['data: a\n', 'data: a', '\n', ['data: a', '\r', '']] });
  }, 120_000);

  test.each([
    ['with an id', 'a', '{"a":1}'],
    ['without ids, and a name each time', undefined, `{${'a'.repeat(100)}`],
  ])(
    'a call that comes in pieces, %s',
    async (_, id, given) => {
      const run = (size: number) => {
        const drafts = new ToolCallAccumulator();
        for (let at = 0; at < size; at += 1) drafts.add({ index: 0, id, name: 'x', arguments: given });
        return drafts.complete(true);
      };
      await expectLinear({ size: 400, make: (size) => size, run });
    },
    120_000,
  );

  test('a paragraph of a document on the web', async () => {
    const run = (text: string) => {
      const block = { kind: 'text', text, page: 1, level: 0 } as const;
      const reader = { extract: async () => ({ blocks: [block], pages: 1 }) };
      const request = { kind: 'pdf', bytes: Buffer.alloc(0), owner: 'ann', maxCharacters: 10_000_000 } as const;
      return new WebDocuments(reader, new ContentTypeDetector()).read(request, new AbortController().signal);
    };
    await expectLinear({ size: 1000, make: (size) => 'It is a line of prose, and a long one.\n'.repeat(size), run });
  }, 120_000);
});
