import { STORAGE_LIMITS } from '../../../src/domain/files/settings.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { createHash } from 'node:crypto';

import fc from 'fast-check';

import { TierChatQuota } from '../../../src/domain/chat/conversations/chat-quota.ts';
import { TooManyConversations, UnknownExport } from '../../../src/domain/account-data/errors.ts';
import { ImportChats } from '../../../src/domain/account-data/import-chats.ts';
import { ChatStore, InMemoryChatRepository, InMemoryChatUsage, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { CountingIds, FixedClock, TwiceUnitOfWork, PlainSecrets } from '../../fakes/kernel.ts';
import { NoPrompts } from '../../fakes/prompts.ts';
import { CHATGPT, LIBRECHAT, LIBRECHAT_NESTED, OPEN_WEBUI } from './exports.ts';

/** Digests of 64 signs, as the real ones are. */
class LongSecrets extends PlainSecrets {
  override digest(token: string): string {
    return createHash('sha256').update(token).digest('hex');
  }
}

const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const;

const setup = () => {
  const store = new ChatStore();
  const chats = new InMemoryChatRepository(store);
  const messages = new InMemoryMessageRepository(store);
  const storage = inMemorySettings(STORAGE_LIMITS);
  const quota = new TierChatQuota(new InMemoryChatUsage(store), storage);
  const audit = new RecordingAuditLog();
  const bring = new ImportChats({
    chats,
    messages,
    quota,
    prompts: new NoPrompts(),
    ids: new CountingIds(),
    secrets: new LongSecrets(),
    work: new TwiceUnitOfWork(store),
    clock: new FixedClock(),
    audit,
  });
  /** The chats with their turns as `role: text < parent`. */
  const kept = async () => {
    const ids = await chats.listIds('ann');
    return Promise.all(
      ids.map(async (id) => {
        const chat = await chats.find('ann', id);
        const turns = await messages.list(chat?.key ?? '');
        return {
          title: chat?.title,
          leafId: chat?.leafId,
          turns: turns.map(({ id: turn, parentId, role, content }) => `${turn} ${role}: ${content} < ${parentId}`),
        };
      }),
    );
  };
  return { chats, messages, bring: (file: unknown) => bring.execute(ann, file), kept, storage };
};

test('brings a conversation of ChatGPT with its branches, and says what it left out', async () => {
  const { bring, kept, chats } = setup();
  expect(await bring(CHATGPT)).toEqual({
    source: 'chatgpt',
    chats: 1,
    messages: 4,
    prompts: 0,
    skipped: [
      { id: 'c-2', title: 'Empty', key: 'noMessages', count: null, reason: 'It has no messages' },
      { id: '', title: 'Without id', key: 'noId', count: null, reason: 'It has no id' },
    ],
  });
  expect(await kept()).toEqual([
    {
      title: 'Pancakes',
      leafId: 'n5',
      turns: [
        'n1 user: How do I bake? < null',
        'n2 assistant: With flour. < n1',
        'n3 user: *(image)*\n\nHow do I bake this? < null',
        'n5 assistant: With eggs. < n3',
      ],
    },
  ]);
  const [id = ''] = await chats.listIds('ann');
  expect(id).toMatch(/^[\w-]{21}$/);
  expect(await chats.find('ann', id)).toEqual(
    expect.objectContaining({ createdAt: 1_700_000_000_500, updatedAt: 1_700_000_100_000 }),
  );
});

/** A line of messages of ChatGPT, each below the one before. */
const chatGptLine = (messages: readonly Readonly<Record<string, unknown>>[]) => ({
  id: 'line',
  title: 'Line',
  mapping: Object.fromEntries(
    messages.map((message, at) => [`n${at}`, { parent: at === 0 ? null : `n${at - 1}`, message }]),
  ),
  current_node: `n${messages.length - 1}`,
});
const saysText = (role: string, text: string, more = {}) => ({
  author: { role },
  content: { content_type: 'text', parts: [text] },
  ...more,
});

test('of ChatGPT, what an answer says to its tools is left out, except code that ran and documents', async () => {
  const { bring, kept, chats } = setup();
  const code = (recipient: string, text: string) => ({
    author: { role: 'assistant' },
    recipient,
    content: { content_type: 'code', text },
  });
  const canvas = (text: string) => saysText('assistant', text, { recipient: 'canmore.create_textdoc' });
  const messages = [
    saysText('user', 'Q', { create_time: 1_600_000_000 }),
    code('web', 'search("weather")'),
    saysText('assistant', '{"prompt":"a cat"}', { recipient: 'dalle.text2im' }),
    code('python', 'print(1)'),
    canvas('{"name":"n","content":"# A text"}'),
    canvas('{"name":'),
    code('all', 'let a;'),
    saysText('assistant', 'A', { recipient: 'all' }),
  ];
  await bring([chatGptLine(messages)]);
  expect((await kept())[0]?.turns.map((turn) => turn.replace(/^\w+ | < .*$/gs, ''))).toEqual([
    'user: Q',
    'assistant: ```python\nprint(1)\n```',
    'assistant: # A text',
    'assistant: ```\nlet a;\n```',
    'assistant: A',
  ]);
  const [id = ''] = await chats.listIds('ann');
  expect((await chats.find('ann', id))?.createdAt).toBe(1_600_000_000_000);
});

test('of ChatGPT, marks of sources become their links, and no sign of them stays', async () => {
  const { bring, kept } = setup();
  const [cite, entity] = ['\uE200cite\uE202turn0search0\uE201', '\uE200entity\uE202["city","Rome"]\uE201'];
  const metadata = {
    content_references: [
      { matched_text: cite, alt: '([Weather](https://w.example/))' },
      { matched_text: ` ${entity}`, alt: 'Rome' },
    ],
  };
  const text = `Sunny ${cite}, in ${entity}. \uE200navlist\uE201 More${cite}\uE200open`;
  await bring([chatGptLine([saysText('user', 'Q'), saysText('assistant', text, { metadata })])]);
  const link = '([Weather](https://w.example/))';
  expect((await kept())[0]?.turns[1]).toBe(`n1 assistant: Sunny ${link}, in Rome. More${link}\uE200open < n0`);
});

/** What comes of one question and the messages after it, as `role: text`. */
const chatGptTexts = async (...messages: readonly Readonly<Record<string, unknown>>[]): Promise<readonly string[]> => {
  const { bring, kept } = setup();
  await bring([chatGptLine([saysText('user', 'Q'), ...messages])]);
  return ((await kept())[0]?.turns ?? []).slice(1).map((turn) => turn.replace(/^\w+ | < \w+$/g, ''));
};

test('of ChatGPT, older marks of sources become links where the file has them, and go where it has none', async () => {
  const page = { title: 'A [page]', url: 'https://p.example/a b' };
  const citations = [
    { start_ix: 5, end_ix: 15, metadata: { type: 'webpage', ...page, extra: { cited_message_idx: 4 } } },
    { start_ix: 0, end_ix: 1, metadata: { title: 'Bad', url: 'javascript:alert(1)', extra: { cited_message_idx: 5 } } },
  ];
  const references = [{ matched_text: '【12†L5-L9】', title: 'Other', url: 'https://o.example/', alt: null }];
  const text = 'Fact 【4†source】, more【5†source】【12†L5-L9】 and【9†L1-L2】, see【11:2†report.pdf】. 【Not a mark】';
  expect(
    await chatGptTexts(saysText('assistant', text, { metadata: { citations, content_references: references } })),
  ).toEqual([
    'assistant: Fact ([A \\[page\\]](<https://p.example/a%20b>)), more ([Other](<https://o.example/>)) and, ' +
      'see (report.pdf). 【Not a mark】',
  ]);
});

test('of ChatGPT, marks without words of their own become the pages or files that they stand for', async () => {
  const mark = (of: string) => `\uE200${of}\uE201`;
  const references = [
    {
      matched_text: mark('cite1'),
      alt: null,
      items: [{ title: 'Site', url: 'https://s.example/' }, { title: 'None' }],
    },
    { matched_text: mark('file1'), type: 'file', name: 'plan_a.pdf' },
  ];
  const text = `Yes ${mark('cite1')} and ${mark('file1')}.`;
  expect(await chatGptTexts(saysText('assistant', text, { metadata: { content_references: references } }))).toEqual([
    'assistant: Yes ([Site](<https://s.example/>)) and (plan\\_a.pdf).',
  ]);
});

test('of ChatGPT, a document beside the chat comes with its changes, and code as code', async () => {
  const canvas = (recipient: string, content: object) =>
    saysText('assistant', JSON.stringify(content), { recipient: `canmore.${recipient}` });
  const update = (pattern: string, replacement: string) =>
    canvas('update_textdoc', { updates: [{ pattern, multiple: false, replacement }] });
  expect(
    await chatGptTexts(
      canvas('create_textdoc', { name: 'n', type: 'code/python', content: 'def f(x):\n```' }),
      update('.*', 'def g():\n    pass'),
      canvas('comment_textdoc', { comments: [] }),
      canvas('create_textdoc', { name: 'n', type: 'document', content: '# Text' }),
      update('old', 'new words'),
    ),
  ).toEqual([
    'assistant: ````python\ndef f(x):\n```\n````',
    'assistant: ```python\ndef g():\n    pass\n```',
    'assistant: # Text',
    'assistant: new words',
  ]);
});

test('of ChatGPT, files and pictures leave their names or a sign, also where they are all that was said', async () => {
  const attachments = [
    { name: 'plan*.pdf', mime_type: 'application/pdf' },
    { name: 'pic.png', mimeType: 'image/png' },
  ];
  const drawn = (metadata: object | null) => ({
    author: { role: 'tool', name: 't2uay3k.sj1i4kz' },
    content: {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'image_asset_pointer', metadata: { dalle: metadata } }, 'for the model alone'],
    },
  });
  expect(
    await chatGptTexts(
      saysText('user', '', { metadata: { attachments } }),
      drawn(null),
      drawn({ gen_id: 'g' }),
      saysText('tool', 'Say nothing more.'),
    ),
  ).toEqual(['user: *(file: plan\\*.pdf)*', 'assistant: *(image)*']);
});

/** The texts of one answer of LibreChat, and of the question before it. */
const libreChatTexts = async (question: object, answer: object): Promise<readonly string[]> => {
  const { bring, kept } = setup();
  const messages = [
    { messageId: 'q', isCreatedByUser: true, sender: 'User', text: '', ...question },
    { messageId: 'a', parentMessageId: 'q', isCreatedByUser: false, sender: 'GPT', text: '', ...answer },
  ];
  await bring({ conversationId: 'l', title: 'L', messages });
  return ((await kept())[0]?.turns ?? []).map((turn) => turn.replace(/^\w+ | < \w+$/g, ''));
};

test('of LibreChat, files and pictures leave their names or a sign, also where nothing else was said', async () => {
  const files = [
    { filename: 'plan.pdf', type: 'application/pdf' },
    { filename: 'pic.png', type: 'image/png' },
  ];
  const content = [
    { type: 'image_file', image_file: {} },
    { type: 'think', think: 'Hm' },
    { type: 'text', text: 'A' },
  ];
  expect(await libreChatTexts({ files }, { content })).toEqual([
    'user: *(file: plan.pdf)*\n\n*(image)*',
    'assistant: *(image)*\n\nA',
  ]);
});

test('of LibreChat, nothing that only its page understands stays in an answer', async () => {
  const artifact = ':::artifact{identifier="p" type="text/html" title="Page"}\n```html\n<p>Hi</p>\n```\n:::';
  const cited = 'Fact \\ue202turn0search1, \ue202turn0search9\ue202turn1news0 more.';
  const attachments = [
    { type: 'web_search', web_search: { turn: 0, organic: [{}, { title: 'B', link: 'https://b.example/' }] } },
    { web_search: { turn: 1, topStories: [{ title: 'News', link: 'https://n.example/' }] } },
    null,
  ];
  const text = `:::thinking\nHm\n:::\nFirst\n\n${artifact}\n\n${cited}`;
  expect(await libreChatTexts({ text: 'Q' }, { text, attachments })).toEqual([
    'user: Q',
    'assistant: First\n\n```html\n<p>Hi</p>\n```\n\n' +
      'Fact ([B](<https://b.example/>)), ([News](<https://n.example/>)) more.',
  ]);
  const own = 'A colon block:\n:::\nand\n:::thinking about it';
  expect((await libreChatTexts({ text: 'Q' }, { text: own }))[1]).toBe(`assistant: ${own}`);
});

test('of Open WebUI, files, sources and a failure come with the message that has them', async () => {
  const { bring, kept } = setup();
  const image = { type: 'image', url: 'data:image/png;base64,AAAA' };
  const sources = [
    { source: { name: 'web' }, document: ['x', 'y'], metadata: [{ source: 'https://a.example/', title: 'A' }, {}] },
    { source: { name: 'x_1.pdf' }, metadata: [{ name: 'x_1.pdf' }, { source: 'https://a.example/' }] },
  ];
  const messages = [
    { role: 'user', content: '', files: [image, { type: 'file', name: 'x.pdf' }] },
    { role: 'assistant', content: 'So [1] and [3].', sources },
    { role: 'assistant', content: '', error: { content: 'No model' } },
  ];
  await bring([{ id: 'o', chat: { messages } }]);
  expect((await kept())[0]?.turns.map((turn) => turn.replace(/^\S+ | < \S+$/g, ''))).toEqual([
    'user: *(image)*\n\n*(file: x.pdf)*',
    'assistant: So [1] and [3].\n\n1. [A](<https://a.example/>)\n2. web\n3. x\\_1.pdf',
    'assistant: No model',
  ]);
});

const claudeChat = (messages: readonly object[], more = {}) => ({
  uuid: 'c1',
  name: 'Tea',
  created_at: '2025-01-01T10:00:00.000000Z',
  updated_at: '2025-01-01T11:00:00.000000Z',
  account: { uuid: 'a' },
  chat_messages: messages.map((message, at) => ({
    uuid: `m${at}`,
    sender: at % 2 === 0 ? 'human' : 'assistant',
    ...message,
  })),
  ...more,
});
const says = (text: string, more = {}) => ({ text, content: [{ type: 'text', text, ...more }] });

test('brings a conversation of Claude with its branches, ending where it was written to last', async () => {
  const { bring, kept, chats } = setup();
  const root = '00000000-0000-4000-8000-000000000000';
  const messages = [
    { ...says('Q'), parent_message_uuid: root, created_at: '2025-01-01T10:00:00Z' },
    { ...says('One'), parent_message_uuid: 'm0', created_at: '2025-01-01T10:00:02Z' },
    { ...says('Two'), sender: 'assistant', parent_message_uuid: 'm0', created_at: '2025-01-01T10:00:01Z' },
  ];
  const plain = claudeChat([says('Hi'), says('Hello')], { uuid: 'c2', name: '' });
  const none = { uuid: 'c3', name: 'Empty', chat_messages: [] };
  expect(await bring([claudeChat(messages, { model: 'claude' }), plain, none])).toMatchObject({
    source: 'claude',
    chats: 2,
    messages: 5,
    prompts: 0,
    skipped: [{ id: 'c3', key: 'noMessages' }],
  });
  expect(await kept()).toEqual(
    expect.arrayContaining([
      { title: 'Tea', leafId: 'm1', turns: ['m0 user: Q < null', 'm2 assistant: Two < m0', 'm1 assistant: One < m0'] },
      { title: 'Imported chat', leafId: 'm1', turns: ['m0 user: Hi < null', 'm1 assistant: Hello < m0'] },
    ]),
  );
  const stored = await Promise.all((await chats.listIds('ann')).map((id) => chats.find('ann', id)));
  expect(new Set(stored.map((chat) => chat?.updatedAt))).toEqual(new Set([Date.parse('2025-01-01T11:00:00Z')]));
});

test('of Claude, artifacts come as they stood after each change, with files, pasted texts and links', async () => {
  const { bring, kept } = setup();
  const artifact = (input: object) => ({ type: 'tool_use', name: 'artifacts', input: { id: 'x', ...input } });
  const content = [
    { type: 'thinking', thinking: 'Hm' },
    { type: 'text', text: 'Here', citations: [{ title: 'S', url: 'https://s.example/' }, { url: 'javascript:1' }] },
    artifact({ command: 'create', type: 'application/vnd.ant.code', language: 'python', content: 'a = 1\nb = 2' }),
    { type: 'tool_result', content: [{ type: 'text', text: 'OK' }] },
    artifact({ command: 'update', old_str: 'b = 2', new_str: 'b = $&3' }),
    artifact({ command: 'update', old_str: 'gone', new_str: 'new' }),
    artifact({ id: 'y', command: 'create', type: 'text/markdown', content: '# Doc' }),
    artifact({ id: 'y', command: 'rewrite', content: '# Other' }),
    { type: 'tool_use', name: 'web_search', input: { query: 'x' } },
  ];
  const attachments = [
    { file_name: 'a.txt', extracted_content: 'long' },
    { file_name: '', extracted_content: 'Pasted' },
  ];
  await bring([
    claudeChat([
      { text: '', content: [], attachments, files: [{ file_name: 'a.txt' }, { file_name: 'pic.png' }] },
      { text: 'This block is not supported', content },
    ]),
  ]);
  expect((await kept())[0]?.turns.map((turn) => turn.replace(/^\S+ | < \S+$/g, ''))).toEqual([
    'user: *(file: a.txt)*\n\n*(file: pic.png)*\n\nPasted',
    'assistant: Here ([S](<https://s.example/>))\n\n```python\na = 1\nb = 2\n```\n\n' +
      '```python\na = 1\nb = $&3\n```\n\nnew\n\n# Doc\n\n# Other',
  ]);
});

test('a file with more conversations than anybody has is refused before anything is stored', async () => {
  const many = Array.from({ length: 20_001 }, (_, at) => ({ id: `c${at}`, mapping: {} }));
  await expect(setup().bring(many)).rejects.toThrow(TooManyConversations);
  await expect(setup().bring({ product: 'Parley', chats: many })).rejects.toThrow(TooManyConversations);
});

test('of Open WebUI, thoughts and calls of tools that stand in an answer are left out', async () => {
  const { bring, kept } = setup();
  const block = (type: string, inside: string) =>
    `<details type="${type}" done="true">\n<summary>S</summary>\n${inside}\n</details>`;
  const thought = `> Hm ${block('code_interpreter', 'x')} <details>y</details>`;
  const content = `${block('reasoning', thought)}\nFirst ${block('tool_calls', '')}\nlast`;
  const chat = (text: string) => ({
    id: text,
    chat: {
      messages: [
        { role: 'user', content: 'Q <details type="x">' },
        { role: 'assistant', content: text },
      ],
    },
  });
  const own = 'Write <details>\n<summary>x</summary>\n</details>';
  const open = 'Said <details type="reasoning"> and never';
  await bring([chat(content), chat(own), chat(open)]);
  const answers = (await kept()).map(({ turns }) => turns[1]?.replace(/^\S+ assistant: | < turn.*$/gs, ''));
  expect(answers.toSorted()).toEqual(['First \nlast', open, own]);
});

test('brings both kinds of conversations of Open WebUI', async () => {
  const { bring, kept } = setup();
  expect(await bring(OPEN_WEBUI)).toEqual({ source: 'open-webui', chats: 2, messages: 4, prompts: 0, skipped: [] });
  expect(await kept()).toEqual(
    expect.arrayContaining([
      { title: 'Bread', leafId: 'b', turns: ['a user: Which flour? < null', 'b assistant: Rye. < a'] },
      { title: 'Old one', leafId: 'turn-2', turns: ['turn-1 user: Hi < null', 'turn-2 assistant: Hello < turn-1'] },
    ]),
  );
});

test('brings a conversation of LibreChat, flat or nested, ending where it was written to last', async () => {
  const { bring, kept } = setup();
  expect(await bring(LIBRECHAT)).toEqual({ source: 'librechat', chats: 1, messages: 3, prompts: 0, skipped: [] });
  expect(await bring([LIBRECHAT_NESTED])).toEqual({
    source: 'librechat',
    chats: 1,
    messages: 2,
    prompts: 0,
    skipped: [],
  });
  expect(await kept()).toEqual(
    expect.arrayContaining([
      {
        title: 'Cake',
        leafId: 'z',
        turns: ['x user: Which cake? < null', 'y assistant: A sponge. < x', 'z assistant: A tart. < x'],
      },
      { title: 'Nested', leafId: 'y', turns: ['x user: One < null', 'y assistant: Two < x'] },
    ]),
  );
});

test('any tree of turns of an own file comes back with its texts, order and times', async () => {
  const NOW = new FixedClock().now();
  const turn = fc.record({
    parent: fc.nat(),
    role: fc.constantFrom('user', 'assistant'),
    content: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `.${text}`),
    ago: fc.nat({ max: 1_000_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12 }), fc.nat(), async (turns, leaf) => {
      const messages = turns.map(({ parent, role, content, ago }, at) => ({
        id: `m${at}`,
        parentId: parent % (at + 1) === at ? null : `m${parent % (at + 1)}`,
        role,
        content,
        timestamp: new Date(NOW - ago).toISOString(),
      }));
      const id = 'c'.repeat(21);
      const leafId = `m${leaf % messages.length}`;
      const { chats, messages: stored, bring } = setup();
      await bring({ chatId: id, chat: { id, title: 'T', leafId, messages } });
      const chat = await chats.find('ann', id);
      expect(chat?.leafId).toBe(leafId);
      const kept = (await stored.list(chat?.key ?? '')).map(({ at, ...message }) => ({
        ...message,
        timestamp: new Date(at).toISOString(),
      }));
      for (const message of messages)
        expect(kept.find((each) => each.id === message.id)).toMatchObject({ ...message, content: message.content });
      expect(kept).toHaveLength(messages.length);
    }),
    { numRuns: 100, seed: 7 },
  );
});

test('of an own file, nothing is taken that the server alone may say, and nothing that does not fit', async () => {
  const { chats, messages, bring } = setup();
  const id = 'c'.repeat(21);
  const citations = { checked: 1, supported: 1, marks: [] };
  const sources = [{ id: 's', title: 'T', url: 'javascript:alert(1)', snippet: '' }];
  const own = { id: 'v', artifactId: 'html-a', kind: 'html', source: 'x'.repeat(500_001), at: '2026-01-01T00:00:00Z' };
  const answers = [
    { citations, thinking: 'Hm', steps: [{}], sources },
    { ownVersions: [own, { ...own, id: 'w' }] },
    'no object',
  ].map((details, at) => ({ id: `a${at}`, role: 'assistant', content: 'A', details, replyId: 'r', errorCode: 'X' }));
  await bring({ product: 'Parley', chats: [{ id, title: 'T', messages: [...answers, { id: 'e' }, null, 5] }] });
  const kept = await messages.list((await chats.find('ann', id))?.key ?? '');
  expect(kept.map(({ details, replyId, errorCode }) => [details, replyId, errorCode])).toEqual(
    answers.map(() => [null, null, null]),
  );
});

test('an answer of an own file that failed or was stopped comes back as that, also without text', async () => {
  const { chats, messages, bring } = setup();
  const id = 'c'.repeat(21);
  const answers = [
    ['error', ''],
    ['stopped', 'Half'],
    ['streaming', ''],
    ['complete', 'All'],
    ['unknown', 'Odd'],
  ].map(([status, content], at) => ({ id: `a${at}`, parentId: 'q', role: 'assistant', content, status }));
  const question = { id: 'q', role: 'user', content: 'Hi', status: 'error' };
  const empty = { id: 'none', parentId: 'q', role: 'assistant', content: '', status: 'complete' };
  await bring({ product: 'Parley', chats: [{ id, leafId: 'a0', messages: [question, ...answers, empty] }] });
  const chat = await chats.find('ann', id);
  expect(chat?.leafId).toBe('a0');
  const kept = (await messages.list(chat?.key ?? '')).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  expect(kept.map(({ status, content }) => [status, content])).toEqual([
    ['error', ''],
    ['stopped', 'Half'],
    ['interrupted', ''],
    ['complete', 'All'],
    ['complete', 'Odd'],
    ['complete', 'Hi'],
  ]);
});

test('a temporary chat of an own file stays temporary, and one whose time is over is left out', async () => {
  const { chats, bring } = setup();
  const now = new FixedClock().now();
  const chatOf = (letter: string, expiresAt: number | null) => ({
    id: letter.repeat(21),
    title: letter,
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
    messages: [{ id: 'm', role: 'user', content: 'Q' }],
  });
  const file = { product: 'Parley', chats: [chatOf('a', now + 5000), chatOf('b', now), chatOf('c', null)] };
  expect(await bring(file)).toMatchObject({ chats: 2, skipped: [{ title: 'b', key: 'expired' }] });
  expect((await chats.find('ann', 'a'.repeat(21)))?.expiresAt).toBe(now + 5000);
  expect((await chats.find('ann', 'c'.repeat(21)))?.expiresAt).toBeNull();
});

test.each([
  ['chatgpt', chatGptLine([saysText('user', 'Q')])],
  ['claude', claudeChat([says('Q')])],
  ['open-webui', { id: 'o', chat: { messages: [{ role: 'user', content: 'Q' }] } }],
])('one conversation of %s that is no list comes as well', async (source, conversation) => {
  expect(await setup().bring(conversation)).toMatchObject({ source, chats: 1, messages: 1 });
});

test('the same file again changes nothing and says so, also beside a new conversation', async () => {
  const { bring, kept } = setup();
  await bring(LIBRECHAT);
  const before = await kept();
  expect(await bring([LIBRECHAT])).toEqual({
    source: 'librechat',
    chats: 0,
    messages: 0,
    prompts: 0,
    skipped: [{ id: 'l-1', title: 'Cake', key: 'present', count: null, reason: 'It is here already' }],
  });
  expect(await kept()).toEqual(before);
  expect((await bring([LIBRECHAT, LIBRECHAT_NESTED])).chats).toBe(1);
});

test('what would not fit is cut or made plain, and a circle of parents is opened', async () => {
  const { bring, kept, messages, chats } = setup();
  const odd = {
    conversationId: 'odd',
    title: `Half \ud800 and NUL \0 ${'x'.repeat(300)}`,
    messages: [
      { messageId: 'a b/c', parentMessageId: 'two', sender: 'User', isCreatedByUser: true, text: 'y'.repeat(300_000) },
      { messageId: 'two', parentMessageId: 'a b/c', sender: 'AI', isCreatedByUser: false, text: 'Reply\0' },
    ],
  };
  const { chats: brought, skipped } = await bring(odd);
  expect([brought, skipped.map(({ reason }) => reason)]).toEqual([1, ['1 long messages were cut']]);
  const [chat] = await kept();
  expect(chat?.title).toHaveLength(199);
  expect(chat?.title).not.toMatch(/[\0\ud800]/);
  const [id = ''] = await chats.listIds('ann');
  const turns = await messages.list((await chats.find('ann', id))?.key ?? '');
  expect(turns.map(({ content, parentId }) => [content.length, parentId === null])).toEqual(
    expect.arrayContaining([
      [200_000, false],
      [5, true],
    ]),
  );
});

test.each([undefined, null, 7, 'text', {}, [], [{}], { conversationId: 'x' }, [[]], { messages: [] }])(
  'refuses %j, which is no export',
  async (file) => {
    await expect(setup().bring(file)).rejects.toThrow(UnknownExport);
  },
);

describe('the room for chats', () => {
  const chatOf = (id: string, text: string) => ({
    ...CHATGPT[0],
    id,
    conversation_id: id,
    title: id,
    mapping: {
      r: { id: 'r', parent: null, children: ['m'], message: null },
      m: {
        id: 'm',
        parent: 'r',
        children: [],
        message: {
          id: 'm',
          author: { role: 'user' },
          content: { content_type: 'text', parts: [text] },
          create_time: 1,
        },
      },
    },
    current_node: 'm',
  });
  const withRoom = async (room: object) => {
    const world = setup();
    const limits = await world.storage.current();
    await world.storage.change({ ...limits, chats: { ...limits.chats, free: { ...limits.chats.free, ...room } } });
    return world;
  };

  test('is filled as far as it goes, and the rest is named', async () => {
    const { bring, chats } = await withRoom({ maxChats: 2 });
    const told = await bring(['a', 'b', 'c', 'd'].map((id) => chatOf(id, 'Hi')));
    expect(told).toMatchObject({ chats: 2, messages: 2 });
    expect(told.skipped.map(({ id, reason }) => [id, reason])).toEqual([
      ['c', expect.stringContaining('You have 2 chats, and 2 can be kept.')],
      ['d', expect.stringContaining('You have 2 chats, and 2 can be kept.')],
    ]);
    expect(await chats.listIds('ann')).toHaveLength(2);
    await expect(bring([chatOf('e', 'Hi')])).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'USAGE_LIMIT_EXCEEDED',
      details: { rule: 'chats', limit: 2, used: 2 },
    });
  });

  test('of one chat leaves out that chat alone', async () => {
    const { bring } = await withRoom({ maxChatMB: 0.001 });
    const told = await bring([chatOf('a', 'x'.repeat(2000)), chatOf('b', 'Hi')]);
    expect([told.chats, told.skipped.map(({ id }) => id)]).toEqual([1, ['a']]);
  });
});
