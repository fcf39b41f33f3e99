import { toChatFile, toChatMarkdown } from '../../src/contract/chat-export.ts';
import type { Chat } from '../../src/contract/chats.ts';
import type { Message } from '../../src/contract/common.ts';
import { parseChart, writeChartBlock } from '../../src/shared/chart.ts';

const AT = '2026-01-15T12:00:00.000Z';
const turn = (id: string, parentId: string | null, more: Partial<Message> = {}): Message => ({
  id,
  parentId,
  role: id.startsWith('q') ? 'user' : 'assistant',
  content: `Text ${id}`,
  timestamp: AT,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...more,
});
const image = { url: 'https://a.example/a.png', alt: '', caption: '', source: '', preview: '/api/image?u=a&s=b' };
const details = (sources: { title: string; url: string }[]) => ({
  steps: [],
  thinking: '',
  sources: sources.map((source, at) => ({ id: `s${at}`, snippet: '', ...source })),
  images: [image],
  citations: null,
  document: null,
  corrections: [],
  relatedQuestions: [],
  synthesis: '',
  insteadOf: null,
});
const chat = (messages: Message[], otherVersions: Message[] = [], more: Partial<Chat> = {}): Chat => ({
  id: 'c'.repeat(21),
  title: 'A\n title',
  messages,
  otherVersions,
  leafId: messages.at(-1)?.id ?? null,
  createdAt: AT,
  updatedAt: AT,
  lastUpdated: AT,
  expiresAt: null,
  pinnedAt: null,
  archived: false,
  gptType: 'default',
  toolServers: [],
  sources: [],
  images: [image],
  relatedQuestions: [],
  ...more,
});

test('Markdown tells of an answer that is not whole why it ended', () => {
  const errorCode = 'MODEL_CONFIG_ERROR';
  const path = [
    turn('a1', null, { errorCode }),
    turn('a2', 'a1', { status: 'interrupted', errorCode }),
    turn('a3', 'a2', { status: 'interrupted' }),
    turn('a4', 'a3', { status: 'stopped' }),
    turn('a5', 'a4', { status: 'error', errorCode: 'AI_SERVICE_TIMEOUT' }),
    turn('a6', 'a5'),
  ];
  expect(toChatMarkdown(chat(path), path).match(/^\*The .*\*$/gm)).toEqual([
    '*The reply reached its length limit.*',
    '*The AI service ended this reply because of its content rules.*',
    '*The reply was interrupted.*',
    '*The reply was stopped.*',
    '*The reply failed.*',
  ]);
});

test('Markdown tells who said what, files by their number, and sources that are no web address by their name', () => {
  const path = [
    turn('q1', null, { fileIds: ['f1', 'f2'] }),
    turn('a1', 'q1', {
      details: details([
        { title: 'A [bracket]', url: 'https://a.example/(x)' },
        { title: 'notes.pdf', url: '/?file=1' },
      ]),
    }),
    turn('a2', 'a1', { status: 'streaming', content: 'half' }),
  ];
  expect(toChatMarkdown(chat(path), path)).toBe(
    [
      '# A title',
      '*2026-01-15*',
      '## You',
      'Text q1',
      '*2 files attached*',
      '## Parley',
      'Text a1',
      '**Sources**',
      '1. [A \\[bracket\\]](https://a.example/%28x%29)\n2. notes.pdf\n',
    ].join('\n\n'),
  );
});

test('JSON holds each turn after the one it follows, and nothing that is still being written', () => {
  const file = toChatFile(
    chat(
      [turn('q1', null), turn('a2', 'q1'), turn('q3', 'a2'), turn('a3', 'q3', { status: 'streaming' })],
      [turn('q2', 'a1'), turn('a1', 'q1'), turn('q4', 'gone')],
    ),
  );
  expect(file.chat.messages?.map(({ id }) => id)).toEqual(['q1', 'q4', 'a2', 'a1', 'q3', 'q2']);
  expect(file.chat.leafId).toBe('q3');
  expect(JSON.stringify(file)).not.toContain('preview');
});

test('both have the artifacts as they stand at the end of the shown path, with file names', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n');
  const made =
    `\`\`\`html\n<title>Oven clock</title>\n${rows}\n\`\`\`\n\n` + `\`\`\`mermaid\nflowchart LR\n  A --> B\n\`\`\``;
  const edit = (to: string) =>
    `\`\`\`artifact-edit\nid: html-oven-clock\n<<<<<<< SEARCH\nLine 3\n=======\n${to}\n>>>>>>> REPLACE\n\`\`\``;
  const shown = [
    turn('q1', null),
    turn('a1', 'q1', { role: 'assistant', content: made }),
    turn('q2', 'a1'),
    turn('a2', 'q2', { role: 'assistant', content: edit('rye') }),
  ];
  const other = turn('a3', 'q2', { role: 'assistant', content: edit('spelt') });
  expect(toChatFile(chat(shown, [other])).chat.artifacts).toEqual([
    expect.objectContaining({ fileName: 'mermaid-2.mmd', kind: 'mermaid', messageId: 'a1' }),
    {
      id: 'html-oven-clock',
      kind: 'html',
      title: 'Oven clock',
      fileName: 'oven-clock.html',
      messageId: 'a2',
      text: `<title>Oven clock</title>\n${rows.replace('Line 3', 'rye')}`,
    },
  ]);
  expect(toChatMarkdown(chat(shown), shown)).toMatch(
    /\n\n\*Changes to “Oven clock”\*\n\n## Artifacts\n\n### oven-clock\.html\n\n```html\n<title>Oven clock<\/title>\nLine 0\nLine 1\nLine 2\nrye\n[^]*\n```\n$/,
  );
  expect(toChatMarkdown(chat(shown), shown.slice(0, 2))).not.toContain('## Artifacts');
});

test('Markdown has charts as tables, and a line for each change, which JSON has as they were written', () => {
  const block = writeChartBlock(
    parseChart({
      type: 'bar',
      title: 'Rye | *wheat*',
      x: 'Year',
      y: { label: 'Sold', unit: 't' },
      labels: ['2024', '![a](https://evil.example/a.png)'],
      series: [
        { name: 'Rye', values: [1.5, null] },
        { name: '', values: [-2, 3] },
      ],
    }),
  );
  const edit = (from: string, id = 'chart-rye-wheat') =>
    `\`\`\`artifact-edit\nid: ${id}\n<<<<<<< SEARCH\n${from}\n=======\n${from.replace('-2', '7')}\n` +
    `>>>>>>> REPLACE\n\`\`\``;
  const changed = edit('    {"name":"","values":[-2,3]}');
  const path = [
    turn('q1', null),
    turn('a1', 'q1', { content: `So:\n\n${block}\n\nMore.` }),
    turn('a2', 'a1', { content: changed }),
    turn('a3', 'a2', { content: `${edit('nowhere')}\n\n${edit('a', 'html-gone')}` }),
  ];
  const table = (value: number) =>
    [
      '**Rye \\| \\*wheat\\***',
      '',
      '*Bar chart: Sold by Year*',
      '',
      '| Year | Rye (t) | Sold (t) |',
      '| --- | ---: | ---: |',
      `| 2024 | 1.5 | ${value} |`,
      '| !\\[a\\](https://evil.example/a.png) |  | 3 |',
    ].join('\n');
  const markdown = toChatMarkdown(chat(path), path);
  expect(markdown).toContain(`So:\n\n${table(-2)}\n\nMore.`);
  expect(markdown).toContain(`## Parley\n\n${table(7)}\n\n## Parley`);
  expect(markdown).toMatch(
    /\n\*Changes to “Rye \\\| \\\*wheat\\\*”, not applied\*\n\n\*Changes to “html-gone”, not applied\*\n$/,
  );
  expect(toChatFile(chat(path)).chat.messages?.[2]?.content).toBe(changed);
});

test('Markdown says which sentences were corrected, and what stood there', () => {
  const corrections = [{ at: 0, before: 'Closed\nin 1994 [1].', after: 'Closed in 2001 [1].' }];
  const path = [turn('q1', null), turn('a1', 'q1', { details: { ...details([]), corrections } })];
  expect(toChatMarkdown(chat(path), path)).toContain(
    '**Corrected after checking**\n\n- ~~Closed in 1994 [1].~~\n  Closed in 2001 [1].',
  );
});
