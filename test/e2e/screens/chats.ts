import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import type { Chat, ChatSummary } from '../../../src/contract/chats.ts';
import type { Message } from '../../../src/contract/common.ts';
import type { ReplyDetails } from '../../../src/shared/reply-details.ts';

const AT = '2026-11-21T14:12:00.000Z';

/** Chat ids have 21 letters. */
const idOf = (title: string): string => title.toLowerCase().replace(/\W+/g, '-').padEnd(21, '_').slice(0, 21);

/** A line of the sidebar; `at` is ISO 8601. */
const aSummary = (title: string, at = AT): ChatSummary => ({
  id: idOf(title),
  title,
  messageCount: 4,
  createdAt: at,
  lastUpdated: at,
  gptType: 'default',
  toolServers: [],
  pinnedAt: null,
  archived: false,
  waits: false,
});

export const question = (content: string, of: Partial<Message> = {}): Message => ({
  id: 'q1',
  role: 'user',
  content,
  timestamp: AT,
  parentId: null,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...of,
});

export const reply = (content: string, of: Partial<Message> = {}): Message =>
  question(content, { id: 'a1', role: 'assistant', parentId: 'q1', model: 'demo', replyId: 'r1', ...of });

export const aChatOf = (title: string, messages: readonly Message[], otherVersions: readonly Message[] = []): Chat => ({
  id: idOf(title),
  title,
  messages: [...messages],
  otherVersions: [...otherVersions],
  leafId: messages.at(-1)?.id ?? null,
  createdAt: AT,
  updatedAt: AT,
  lastUpdated: AT,
  expiresAt: null,
  gptType: 'default',
  toolServers: [],
  pinnedAt: null,
  archived: false,
  sources: [],
  images: [],
  relatedQuestions: [],
});

/** The last pinned first. */
export const PINNED: readonly ChatSummary[] = [
  { ...aSummary('Why the sea is salty', '2026-10-30T11:00:00.000Z'), pinnedAt: AT },
  { ...aSummary('Reading list for the winter', '2026-11-17T20:30:00.000Z'), pinnedAt: '2026-11-18T08:00:00.000Z' },
];

export const ARCHIVED: readonly ChatSummary[] = [
  { ...aSummary('Moving house, the list', '2026-09-02T07:45:00.000Z'), archived: true },
  { ...aSummary('A speech for the wedding of two very old friends', '2026-06-14T16:20:00.000Z'), archived: true },
];

export const HISTORY: readonly ChatSummary[] = [
  aSummary('Sourdough in a cold kitchen'),
  aSummary('A small tool for invoices', '2026-11-21T09:40:00.000Z'),
  aSummary('Heat pumps in old houses', '2026-11-20T18:02:00.000Z'),
  aSummary('Letter to the landlord', '2026-11-20T08:15:00.000Z'),
  aSummary('Reading list for the winter', '2026-11-17T20:30:00.000Z'),
  aSummary('Three days in Lisbon', '2026-11-15T11:00:00.000Z'),
  aSummary('Why the sea is salty', '2026-10-30T11:00:00.000Z'),
  aSummary('Notes on Bayes', '2026-10-12T11:00:00.000Z'),
];

export const SHORT = aChatOf('Sourdough in a cold kitchen', [
  question('My kitchen is at 17 °C. How long should the dough rise?'),
  reply(
    'At **17 °C** expect about twice the usual time: 8 to 10 hours for the first rise, then 3 hours once it is ' +
      'shaped.\n\n' +
      '- Judge by volume, not by the clock: it should grow by three quarters.\n' +
      '- Use a little more starter, about 25 % of the flour.\n- Warm water helps for the first hour only.',
  ),
]);

/** In the language of the page: what is read from the right, with what is not in between. */
export const ARABIC = aChatOf('الخبز في مطبخ بارد', [
  question('مطبخي بدرجة 17. كم من الوقت يحتاج العجين؟'),
  reply(
    'عند **17 درجة** يحتاج الخبز ضعف الوقت المعتاد: من 8 إلى 10 ساعات.\n\n- راقب الحجم لا الساعة.\n' +
      '- زد الخميرة إلى نحو 25 % من الدقيق.\n\n```python\nhours = 4 * 2\n```\n\n' +
      'The recipe itself is in English: *mix, rest, fold*.',
  ),
]);

const RICH_TEXT = `## Sum the invoices

The total of $n$ invoices with a discount $d$ is

$$
T = \\sum_{i=1}^{n} p_i \\cdot (1 - d_i)
$$

\`\`\`python
def total(invoices: list[Invoice]) -> Decimal:
    """Adds what is still open, discounts taken off."""
    return sum((i.price * (1 - i.discount) for i in invoices if not i.paid), Decimal(0))
\`\`\`

| Invoice | Price | Discount | Open |
|---|---:|---:|---:|
| 2026-031 | 1,200.00 | 5 % | 1,140.00 |
| 2026-032 | 480.00 | – | 480.00 |
| 2026-033 | 96.50 | 10 % | 86.85 |

> Round each line, not the sum, or the books will be off by a cent.

1. Run \`total(load("invoices.csv"))\`.
2. Compare it with the [ledger](https://example.org/ledger).`;

export const RICH = aChatOf(
  'A small tool for invoices',
  [question('Write a function that sums open invoices, and show it with an example.'), reply(RICH_TEXT)],
  [reply('An earlier try.', { id: 'a0' })],
);

const TOPICS = [
  'the bright bits of Orion',
  'what a nebula is made of',
  'a first telescope',
  'the best month',
  'how far it all is',
  'what to draw',
  'cold fingers',
];

export const LONG = aChatOf(
  'Notes on Bayes',
  TOPICS.flatMap((topic, at) => [
    question(`Tell me about ${topic}.`, { id: `q${at}`, parentId: at === 0 ? null : `a${at - 1}` }),
    reply(`Here is what matters about ${topic}. `.repeat(6 + at), { id: `a${at}`, parentId: `q${at}` }),
  ]),
);

/** A question of many lines. */
export const FOLDED = aChatOf('Letter to the landlord', [
  question(
    'Make this shorter, please:\n\n' +
      Array.from(
        { length: 9 },
        (_, at) =>
          `${at + 1}. The window in room ${at + 1} does not close, and the rain comes in whenever the wind is from ` +
          'the west.',
      ).join('\n\n'),
  ),
  reply('Nine windows do not close and let in rain from the west. **Please have them repaired.**'),
]);

/** What a search for “warm dough” finds. */
export const HITS: readonly ChatSummary[] = [
  {
    ...aSummary('Sourdough in a cold kitchen'),
    match: { messageId: 'a1', excerpt: 'Warm water helps the dough for the first hour only.' },
  },
  {
    ...aSummary('Reading list for the winter', '2026-11-17T20:30:00.000Z'),
    match: {
      messageId: 'm2',
      excerpt: '…a baker’s memoir in which doughs are kept warm in a bed, under three blankets and a cat, until the…',
    },
  },
  { ...aSummary('Warm dough', '2026-10-12T11:00:00.000Z') },
];

/** The short chat with its reply otherwise. */
export const ended = (of: Partial<Message>): Chat =>
  aChatOf('Sourdough in a cold kitchen', [
    question('My kitchen is at 17 °C. How long should the dough rise?'),
    reply('At **17 °C** expect about twice the usual time: 8 to 10 hours', of),
  ]);

export const SITES = [
  [
    'Heat pumps and old buildings',
    'https://www.energy-advice.org/heat-pumps',
    'A field study of 56 houses built before 1979 found a seasonal performance of 3.1 on average.',
  ],
  [
    'What flow temperature means',
    'https://heating.example.net/flow-temperature',
    'Below 55 °C a heat pump works well in most houses; larger radiators bring it down.',
  ],
  [
    'Grants for heating',
    'https://www.housing.gov.example/grants',
    'Up to 70 % of the cost is paid when an old gas boiler is replaced.',
  ],
  [
    'Noise at the boundary',
    'https://acoustics.example.com/noise',
    'At three metres a modern unit is heard with 45 dB(A), about as loud as a library.',
  ],
] as const;

const TEXT = `# Heat pumps in old houses

They work in most old houses, as long as the flow temperature stays below 55 °C [1]. A field study found a seasonal \
performance of 3.1 in houses built before 1979 [2].

## What to check first

- The **flow temperature** on a cold day: turn it down until a room no longer gets warm [1].
- The **radiators**: replacing the two smallest is often enough [1].
- The **place for the unit**: three metres to the neighbour are enough for the night [4].

## What it costs

A grant pays up to 70 % of the cost when a gas boiler is replaced [3]. What is left is won back \
within eight to twelve years.`;

export const DETAILS: ReplyDetails = {
  steps: [
    {
      id: 's1',
      kind: 'route',
      label: 'Choosing how to answer',
      target: 'Web Search',
      state: 'done',
      output: null,
      code: null,
    },
    {
      id: 's2',
      kind: 'search',
      label: 'Searching the web',
      target: 'heat pump old house flow temperature',
      state: 'done',
      output: null,
      code: null,
    },
    { id: 's3', kind: 'read', label: 'Reading', target: 'energy-advice.org', state: 'done', output: null, code: null },
    {
      id: 's4',
      kind: 'read',
      label: 'Reading',
      target: 'housing.gov.example',
      state: 'failed',
      output: 'The site took too long to answer.',
      code: null,
    },
    {
      id: 's5',
      kind: 'code',
      label: 'Running code',
      target: null,
      state: 'done',
      output: '8.4',
      code: 'const years = 9240 / 1100;\nconsole.log(years.toFixed(1));',
    },
  ],
  thinking: '',
  sources: SITES.map(([title, url, snippet], at) => ({
    id: `s${at + 1}`,
    title,
    url,
    snippet,
    icon: `/api/site-icon?host=${at}&s=x`,
  })),
  images: [1, 2, 3].map((number) => ({
    url: `https://far.example/${number}.jpg`,
    alt: `A unit beside a wall, ${number}`,
    caption: '',
    source: `https://far.example/${number}`,
    preview: `/api/image?u=${number}&s=x`,
  })),
  citations: {
    checked: 6,
    supported: 5,
    marks: [
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 1],
      [4, 4],
      [5, 3],
    ].map(([index = 0, source = 1]) => ({
      index,
      source,
      supported: index !== 1,
      passage: index === 1 ? '' : (SITES[source - 1]?.[2] ?? ''),
    })),
  },
  document: {
    title: 'Heat pumps in old houses',
    time: AT,
    sections: [{ kind: 'answer', title: null, text: TEXT, collapsible: false }],
    keyPoints: [
      'Most old houses are fit for a heat pump.',
      'The flow temperature decides: below 55 °C is good.',
      'Grants pay up to 70 % of the cost.',
    ],
    academicSummary: [],
  },
  corrections: [],
  relatedQuestions: [
    { id: 'r1', text: 'How is the flow temperature measured?', category: 'practical' },
    { id: 'r2', text: 'What does a deep borehole cost?', category: 'comparison' },
  ],
  synthesis:
    'In most old houses a heat pump **works without a new heating system** [1]. What decides is the flow ' +
    'temperature: at 55 °C or less it is worth it at once [2], above that a few larger radiators come first [4].',
  insteadOf: null,
};

export const RESEARCH = aChatOf('Heat pumps in old houses', [
  question('Do heat pumps work in old houses?', { messageMode: { isAgent: true, agentType: 'research_agent' } }),
  reply(TEXT, { messageMode: { isAgent: true, agentType: 'research_agent' }, details: DETAILS }),
]);

/** Nothing in it can be broken at a space. */
const UNBROKEN_WORD = 'Donaudampfschifffahrt'.repeat(10);
const UNBROKEN_URL = `https://example.org/${'a/long/way/down'.repeat(14)}`;
const UNBROKEN_TEXT = `# ${UNBROKEN_WORD}

${UNBROKEN_WORD} and ${UNBROKEN_URL} and \`${UNBROKEN_WORD}\`.

- ${UNBROKEN_WORD}
- **${UNBROKEN_WORD}**

> ${UNBROKEN_WORD}

| Name | Address |
|---|---|
| ${UNBROKEN_WORD} | ${UNBROKEN_URL} |

\`\`\`
${UNBROKEN_WORD}
\`\`\``;

export const UNBROKEN = aChatOf(UNBROKEN_WORD, [
  question(UNBROKEN_WORD),
  reply(UNBROKEN_TEXT, {
    details: {
      ...DETAILS,
      thinking: UNBROKEN_WORD,
      steps: DETAILS.steps.map((step) => ({ ...step, target: UNBROKEN_URL, output: UNBROKEN_WORD })),
      sources: DETAILS.sources.map((source) => ({
        ...source,
        title: UNBROKEN_WORD,
        url: UNBROKEN_URL,
        snippet: UNBROKEN_WORD,
      })),
      document: {
        title: UNBROKEN_WORD,
        time: AT,
        sections: [
          { kind: 'answer', title: null, text: UNBROKEN_TEXT, collapsible: false },
          { kind: 'reasoning', title: UNBROKEN_WORD, text: UNBROKEN_TEXT, collapsible: true },
        ],
        keyPoints: [UNBROKEN_WORD],
        academicSummary: [UNBROKEN_WORD],
      },
      corrections: [],
      relatedQuestions: [{ id: 'r1', text: UNBROKEN_WORD, category: 'practical' }],
      synthesis: `${UNBROKEN_WORD} ${UNBROKEN_URL}`,
    },
  }),
]);

export const WITH_FOOTNOTES = aChatOf('Sourdough in a cold kitchen', [
  question('Why does the dough rise so slowly?'),
  reply(
    'Yeast works half as fast for every eight degrees less[^1], and the sugars of the flour are set free more ' +
      'slowly too[^2].\n\nA dough that needs four hours at 26 °C needs about eight at 18 °C[^1].\n\n' +
      '[^1]: A rule of thumb, between 10 °C and 30 °C.\n\n' +
      '[^2]: The enzyme is *amylase*; it is why a long, cold rise tastes of more.',
  ),
]);

const THREE_BREADS = [
  question('Compare three kinds of bread as a table.'),
  reply(
    'Here they are:\n\n```csv\nBread,Flour in g,Water in g,Hours\nWhite,500,350,3\nRye,400,320,14\n' +
      'Spelt,"1,000",620,5\n```',
  ),
];
export const ARTIFACT = aChatOf('Three kinds of bread', THREE_BREADS);

/** Changes of that table: one is applied, one is being written. */
export const TABLE_EDIT =
  'Gladly:\n\n```artifact-edit\nid: csv-1\n<<<<<<< SEARCH\nRye,400,320,14\n=======\nRye,400,300,14\n>>>>>>> REPLACE\n' +
  '<<<<<<< SEARCH\nSpelt,"1,000",620,5\n=======\nSpelt,"1,000",620,5\nOats,300';

const lessWater = question('Less water for the rye, and oats too.', { id: 'q2', parentId: 'a1' });

const OWN_TABLE = {
  id: 'v1',
  artifactId: 'csv-1',
  kind: 'csv' as const,
  source: 'Bread,Flour in g,Water in g,Hours\nWhite,500,340,3\nRye,400,300,16\nSpelt,"1,000",620,5',
  at: AT,
};

/** The table as its reader has changed it. */
export const ARTIFACT_OWN = aChatOf(
  'Three kinds of bread',
  THREE_BREADS.map((message) =>
    message.role === 'assistant' ? { ...message, details: { ...NO_DETAILS, ownVersions: [OWN_TABLE] } } : message,
  ),
);

/** The table while an answer changes it. */
export const ARTIFACT_EDIT = aChatOf('Three kinds of bread', [
  ...THREE_BREADS,
  lessWater,
  reply('', { id: 'a2', parentId: 'q2', replyId: 'r2', status: 'streaming' }),
]);

/** The table and a change that does not fit it. */
export const ARTIFACT_MISFIT = aChatOf('Three kinds of bread', [
  ...THREE_BREADS,
  lessWater,
  reply(`${TABLE_EDIT.replace('Rye,400,320,14', 'Rye,400,330,14')},240,6\n>>>>>>> REPLACE\n\`\`\`\n`, {
    id: 'a2',
    parentId: 'q2',
    replyId: 'r2',
  }),
]);

/** The table in a second version. */
export const ARTIFACT_AGAIN = aChatOf('Three kinds of bread', [
  ...THREE_BREADS,
  question('Less water for the rye, and oats too.', { id: 'q2', parentId: 'a1' }),
  reply(
    'Done:\n\n```csv\nBread,Flour in g,Water in g,Hours\nWhite,500,350,3\nRye,400,300,14\nSpelt,"1,000",620,5\n' +
      'Oats,300,240,6\n```',
    { id: 'a2', parentId: 'q2', replyId: 'r2' },
  ),
]);
