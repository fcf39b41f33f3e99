import { parseChatGpt, isChatGpt } from '../../src/domain/account-data/chatgpt.ts';
import { parseLibreChat } from '../../src/domain/account-data/librechat.ts';
import { parseOpenWebUi } from '../../src/domain/account-data/open-webui.ts';
import { buildDocument } from '../../src/domain/citations/reply-document/build-document.ts';
import { checkCitations } from '../../src/domain/citations/check-citations.ts';
import { findMarks, maskMarks, maskCode } from '../../src/domain/citations/markdown/citation-marks.ts';
import { extractClaims } from '../../src/domain/citations/extract-claims.ts';
import { SourceRegistry } from '../../src/domain/agents/source-registry.ts';
import { TagScanner } from '../../src/domain/agents/tag-scanner.ts';
import { parseBlocks } from '../../src/domain/citations/markdown/blocks.ts';
import { toPlainText, truncateWords } from '../../src/domain/citations/markdown/plain-text.ts';
import { routeByKeywords } from '../../src/domain/agents/route-question.ts';
import { splitSentences } from '../../src/domain/citations/markdown/sentences.ts';
import { SourceIndex } from '../../src/domain/citations/source-index.ts';
import { ToolRunner } from '../../src/domain/agents/tool-runner.ts';
import { parseToolCalls } from '../../src/domain/agents/text-tool-protocol.ts';
import { stripThinking } from '../../src/domain/agents/strip-thinking.ts';
import { detectLanguage } from '../../src/domain/citations/detect-language.ts';
import { tokenize } from '../../src/domain/citations/tokenize.ts';
import { withoutCitationMarks } from '../../src/domain/kernel/without-citation-marks.ts';
import { cleanTitle } from '../../src/domain/chat/replies/prompts.ts';
import { fallbackTitle } from '../../src/shared/chat-title.ts';
import { sanitizeFileName, getExtension, parseTags } from '../../src/domain/files/file-name.ts';
import { toSingleLine, wrapUntrustedText } from '../../src/domain/kernel/untrusted-text.ts';
import { parseRewritings, parseVerdicts } from '../../src/shared/citation-answers.ts';
import { parseRanking, parseRewording } from '../../src/shared/lookup-answers.ts';
import { leansOnPrevious } from '../../src/domain/retrieval/follow-up.ts';
import { withoutNearDuplicates } from '../../src/domain/retrieval/near-duplicates.ts';
import { scoreFeatures } from '../../src/domain/retrieval/score-features.ts';
import { firstWordings } from '../../src/domain/retrieval/wordings.ts';
import { chunkDocument } from '../../src/domain/retrieval/chunk-document.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { expectLinear } from '../support/expect-linear.ts';
import { expectLinearInText } from '../support/expect-linear-in-text.ts';

const MARKS = '\u0315';

/**
 * Every reader of a text from outside. What is repeated in these texts stood in an attack, or is near to one that did.
 */
const READERS: readonly (readonly [
  name: string,
  read: (text: string) => unknown,
  known?: readonly (string | [string, string, string])[],
])[] = [
  [
    'addresses in a question',
    (text) => new SourceRegistry({ messages: [{ role: 'user', content: text }], sources: 0 }),
    [['http://', ')', 'x'], 'http://a).'],
  ],
  ['one line of a source', (text) => toSingleLine(text, 300)],
  ['code and links', maskCode, ['[](', '![](', '`', '`` ', '[](a(b)', ['``', ' ` ', ''], ['', '[a](', ')']]],
  ['marks', (text) => maskMarks(text, findMarks(text)), ['[1', '[1, ', '【1']],
  ['an earlier answer', withoutCitationMarks, ['[1, ', '`', '[1]', '```\n', '【1†']],
  ['plain text', toPlainText, ['[](', '![', '[^', '_', '*', ['a', '#', 'x'], ['a', ' ', 'x']]],
  ['shortened text', (text) => truncateWords(text, text.length - 1)],
  ['blocks', parseBlocks, ['```\n', '- a\n', '|', [' ', '`', 'x']]],
  ['sentences', (text) => splitSentences(text, { start: 0, end: text.length }), ['a. ', 'e.g. ', 'a']],
  [
    'words',
    (text) => tokenize(text, detectLanguage(text)),
    [
      ['a', MARKS, '\u0316'.repeat(20_000)],
      '1,000',
      '1.',
      '’',
      'vingt et ',
      'zwei',
      '7 May ',
      '五',
      'よりA',
      '9:30 ',
      '-5 ',
      '5 a week ',
      'x century ',
    ],
  ],
  ['the language of a text', detectLanguage],
  [
    'a source',
    (text) => new SourceIndex({ number: 1, title: text, snippet: text, text }),
    ['|a', '| a | 1 |\n', '|-|\n'],
  ],
  ['claims', extractClaims, ['a [1]. ', '| [1] ', '- [1]\n', 'Mr. [1] ']],
  ['thoughts', stripThinking, ['<think>', '</think>', '<think></think>']],
  [
    'a document',
    (text) => buildDocument({ question: text, text, citations: null, at: 0 }),
    ['step 1:\n\n', '# a\n', '<think>\n', '\n- ', 'a [1]. ', '```\n'],
  ],
  [
    'the choice of an agent',
    (text) => routeByKeywords({ question: text, hasFiles: false }, () => false),
    ['{ ', '{\t', '1 ', ['{', ' ', 'x']],
  ],
  ['calls in a text', (text) => parseToolCalls([text], 0), ['{"tool":', '[']],
  [
    'a title',
    cleanTitle,
    [
      ['a', '!', 'x'],
      ['a', ' *', 'x'],
    ],
  ],
  ['a title of need', fallbackTitle],
  [
    'a file name',
    (text) => [sanitizeFileName(text), getExtension(text)],
    [['a', MARKS, '\u0316'.repeat(20_000)], '. '],
  ],
  ['tags', parseTags, ['a,']],
  ['whether a question leans on another', leansOnPrevious, ['and ', '¿', 'it ', 'それ']],
  ['wordings without a model', (text) => firstWordings(text, [text, text])],
  ['verdicts of a model', (text) => [parseVerdicts(text), parseRewritings(text)], ['{', '}', '{}', '{"mark":', '"']],
  ['wordings of a model', (text) => [parseRewording(text), parseRanking(text)], ['{', '}', '{}', '{"a":', '"']],
  [
    'features of a passage',
    (text) =>
      scoreFeatures(firstWordings(text, []), [{ chunk: { heading: text, text } as never, score: 1, meaningRank: 1 }]),
    ['"', '«a', '1.', 'word '],
  ],
  [
    'near-duplicates',
    (text) => withoutNearDuplicates([text, `${text} x`].map((each) => ({ chunk: { text: each } as never }))),
    ['a ', '1 '],
  ],
  ['text as data', (text) => wrapUntrustedText('x', text, 1000), ['<<<', '<<']],
  [
    'chunks of prose',
    (text) => chunkDocument({ blocks: [{ kind: 'text', text, level: 0, page: null }] } as never),
    ['a', '\n', '\n ', '. '],
  ],
  [
    'chunks of code',
    (text) => chunkDocument({ blocks: [{ kind: 'code', text, level: 0, page: null }] } as never),
    ['\n', ' \n', 'a'],
  ],
  [
    'chunks of a table',
    (text) => chunkDocument({ blocks: [{ kind: 'table', text, level: 0, page: null }] } as never),
    ['\n', 'a | b\n'],
  ],
];

describe('reading a text takes time in proportion to its length', () => {
  test.each(READERS.map(([name, read, known = []]) => [name, { read, known }] as const))(
    '%s',
    async (_, { read, known }) => {
      await expectLinearInText(read, { knownSlow: known });
    },
    120_000,
  );

  test('citations of a long answer', async () => {
    const check = (text: string) =>
      checkCitations(text, [{ number: 1, title: 'a', snippet: 'b', text: 'The sea is 12 degrees cold. '.repeat(20) }]);
    await expectLinearInText(check, { size: 1500, runs: 8, knownSlow: ['The sea is cold [1]. ', '[1]', '| sea [1] '] });
  }, 120_000);

  test('a text that comes piece by piece, with and without marks', async () => {
    const run = (text: string) => {
      const scanner = new TagScanner('```tool', '```');
      for (let at = 0; at < text.length; at += 3) scanner.feed(text.slice(at, at + 3));
      return scanner.flush();
    };
    await expectLinearInText(run, { knownSlow: ['`', '```tool', ['```tool', '`` ', '']] });
    await expectLinearInText((text) => new TagScanner('```tool', '```').feed(text), { knownSlow: ['```tool```', '`'] });
  }, 120_000);

  test('many headings, each under the one before', async () => {
    const make = (size: number) => ({
      blocks: Array.from({ length: size }, (_, at) => ({
        kind: at % 2 === 0 ? 'heading' : 'text',
        text: 'a'.repeat(50),
        level: at,
        page: null,
      })),
    });
    await expectLinear({ size: 500, make, run: (document) => chunkDocument(document as never) });
  });
});

const turnAt = (index: number) => ({
  author: { role: 'user' },
  content: { parts: [`turn ${index}`] },
  create_time: 1_700_000_000 + index,
});

/** A chain of empty nodes that ends in turns, all of which hang on its end. */
const chainOf = (size: number, empty: number): unknown => {
  const mapping: Record<string, unknown> = {};
  for (let at = 0; at < size; at += 1)
    mapping[`n${at}`] = {
      parent: at === 0 ? null : `n${Math.min(at, empty) - 1}`,
      message: at < empty ? null : turnAt(at),
    };
  return [{ id: 'c', title: 'a', mapping, current_node: `n${size - 1}` }];
};

describe('an export of another product takes time in proportion to its length', () => {
  test('a chain of nothing that ends in turns', async () => {
    await expectLinear({
      size: 4000,
      make: (size) => chainOf(size, Math.floor(size / 2)),
      run: (file) => [...parseChatGpt(file)],
    });
    const [read] = parseChatGpt(chainOf(9000, 4500));
    expect(read).toMatchObject({ id: 'c' });
    expect(read && 'turns' in read && read.turns.length).toBe(4500);
  });

  test('marks of sources, in a long text and with long links', async () => {
    const [mark, title, link] = ['\uE200\uE201', 'a'.repeat(300), 'https://a.example/'];
    const ofChatGpt = (text: string, metadata: object) => [
      {
        id: 'c',
        mapping: {
          n: { parent: null, message: { author: { role: 'assistant' }, content: { parts: [text] }, metadata } },
        },
      },
    ];
    const cited = (size: number) => {
      const text = mark + 'a'.repeat(size * 1000);
      return ofChatGpt(text, {
        citations: Array.from({ length: size }, () => ({ start_ix: 0, end_ix: text.length, metadata: {} })),
      });
    };
    await expectLinear({ size: 100, make: cited, run: (file) => [...parseChatGpt(file)] });
    const referred = (size: number) =>
      ofChatGpt(mark.repeat(size), { content_references: [{ matched_text: mark, alt: title.repeat(size) }] });
    await expectLinear({ size: 200, make: referred, run: (file) => [...parseChatGpt(file)] });
    const searched = (size: number) => [
      {
        conversationId: 'c',
        messages: [
          {
            messageId: 'n',
            text: '\uE202turn0search0'.repeat(size),
            attachments: [{ web_search: { turn: 0, organic: [{ title: title.repeat(size), link }] } }],
          },
        ],
      },
    ];
    await expectLinear({ size: 200, make: searched, run: (file) => [...parseLibreChat(file)] });
  });

  test('what has too many turns is told so before anything is looked at', () => {
    expect([...parseChatGpt(chainOf(12_000, 6000))]).toEqual([
      { id: 'c', title: 'a', skip: { key: 'tooManyMessages', count: 5000 } },
    ]);
  });

  test('nodes in a circle, many small conversations, and nodes of no use', async () => {
    const circle = (size: number) => [
      {
        id: 'c',
        mapping: Object.fromEntries(
          Array.from({ length: size }, (_, at) => [`n${at}`, { parent: `n${(at + 1) % size}` }]),
        ),
      },
    ];
    await expectLinear({ size: 4000, make: circle, run: (file) => [...parseChatGpt(file)] });
    const many = (size: number) =>
      Array.from({ length: size }, (_, at) => ({
        id: `c${at}`,
        mapping: { n: { parent: null, message: turnAt(at) } },
      }));
    await expectLinear({ size: 4000, make: many, run: (file) => [isChatGpt(file), ...parseChatGpt(file)] });
  });

  test('the same of Open WebUI and LibreChat', async () => {
    const webUi = (size: number) => [
      {
        id: 'c',
        chat: {
          history: {
            messages: Object.fromEntries(
              Array.from({ length: size }, (_, at) => [
                `n${at}`,
                { parentId: at === 0 ? null : `n${at - 1}`, role: 'user', content: at > size / 2 ? 'a' : '' },
              ]),
            ),
          },
        },
      },
    ];
    await expectLinear({ size: 4000, make: webUi, run: (file) => [...parseOpenWebUi(file)] });
    const flat = (size: number) => ({
      conversationId: 'c',
      messages: Array.from({ length: size }, (_, at) => ({
        messageId: `n${at}`,
        parentMessageId: `n${at - 1}`,
        text: at > size / 2 ? 'a' : '',
      })),
    });
    await expectLinear({ size: 4000, make: flat, run: (file) => [...parseLibreChat(file)] });
    const nested = (size: number) => {
      let tree: unknown[] = [];
      for (let at = size; at > 0; at -= 1) tree = [{ messageId: `n${at}`, text: 'a', children: tree }];
      return { conversationId: 'c', messagesTree: tree };
    };
    await expectLinear({ size: 4000, make: nested, run: (file) => [...parseLibreChat(file)] });
  });
});

test('a model that calls a tool thousands of times at once', async () => {
  const call = { id: 'a', name: 'none', arguments: '{}' };
  const run = async (size: number) => {
    const calls = Array.from({ length: size }, () => call);
    const running = new ToolRunner([], new FixedClock()).execute(calls, new AbortController().signal);
    for (let step = await running.next(); ; step = await running.next()) if (step.done === true) return step.value;
  };
  expect((await run(9)).map(({ text }) => text.startsWith('Not called: at most 6'))).toEqual([
    ...Array.from({ length: 6 }, () => false),
    ...Array.from({ length: 3 }, () => true),
  ]);
  await expectLinear({ size: 200, make: (size) => size, run });
});
