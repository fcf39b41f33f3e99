import type { Page } from 'playwright-core';

import { aFileList, aKeptFile, aRetrieval } from '../../web/support/files.ts';
import { userOf, withLanguage } from './api-fixtures.ts';
import { LEASE_PDF, withDoubtfulMark, withFile } from './lease.ts';
import type { Answers, Scene } from './scene.ts';
import { opened, text } from './acts.ts';

type Block = readonly ['heading' | 'text' | 'code' | 'table', string, number?];

interface Extracted {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** By page; a file without pages has one, with the number null. */
  readonly pages: readonly (readonly [page: number | null, blocks: readonly Block[]])[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const CONTRACT: Extracted = {
  name: 'moving-contract.docx',
  type: `${OFFICE}.wordprocessingml.document`,
  size: 38_912,
  pages: [
    [
      null,
      [
        ['heading', 'Contract of removal', 1],
        ['text', 'Between Ada Lovelace, Linden Street 4, and Brisk & Sons, removers, the following is agreed.'],
        ['heading', 'What is moved', 2],
        ['text', '- The furniture of three rooms\n- Forty boxes of books\n- One upright piano, insured apart'],
        ['heading', 'What it costs', 2],
        [
          'table',
          'Position | Hours | Price\nLoading | 4 | 320.00 €\nTransport over 82 km | 2 | 190.00 €\n' +
            'Piano | 1.5 | 240.00 €',
        ],
        ['text', 'The price is due within two weeks of the move. Each further hour is charged at 78.00 €.'],
      ],
    ],
  ],
};

const BUDGET: Extracted = {
  name: 'budget-2026.xlsx',
  type: `${OFFICE}.spreadsheetml.sheet`,
  size: 28_412,
  pages: [
    [
      null,
      [
        ['heading', 'Monthly', 1],
        [
          'table',
          'Month | Rent | Energy | Food | Travel | Savings\nJanuary | 980 | 142 | 410 | 60 | 300\n' +
            'February | 980 | 139 | 388 | 0 | 350\nMarch | 980 | 118 | 402 | 210 | 200\n' +
            'April | 1010 | 96 | 420 | 45 | 300',
        ],
        ['heading', 'Insurance', 1],
        ['table', 'Kind | Company | Yearly\nLiability | Nordlicht | 68.40\nHousehold | Nordlicht | 112.00'],
      ],
    ],
  ],
};

const SLIDES: Extracted = {
  name: 'heat-pumps.pptx',
  type: `${OFFICE}.presentationml.presentation`,
  size: 2_204_160,
  pages: [
    [
      1,
      [
        ['heading', 'Heat pumps in old houses', 1],
        ['text', 'What we measured in 200 houses'],
      ],
    ],
    [
      2,
      [
        ['heading', 'What decides', 1],
        ['text', 'Flow temperature below 55 °C\nA few larger radiators\nTight windows before thick walls'],
        ['heading', 'Notes', 2],
        ['text', 'Say that insulation is no condition.'],
      ],
    ],
    [
      3,
      [
        ['heading', 'Yearly cost', 1],
        ['table', 'House | Gas | Heat pump\nTerraced, 1965 | 2 140 € | 1 310 €\nFarm, 1902 | 3 980 € | 2 760 €'],
      ],
    ],
  ],
};

const LETTER: Extracted = {
  name: 'letter-to-the-council.odt',
  type: 'application/vnd.oasis.opendocument.text',
  size: 19_204,
  pages: [
    [
      null,
      [
        ['heading', 'The crossing at Mill Lane', 1],
        ['text', 'Dear members of the council,'],
        ['text', 'since the school has moved, two hundred children cross Mill Lane every morning. We ask for:'],
        [
          'text',
          '- a crossing with lights\n  - with a button at the height of a child\n- a speed of 30 km/h\n' +
            '- an answer by June',
        ],
        ['text', 'With kind regards\nAda Lovelace'],
      ],
    ],
  ],
};

const BOOK: Extracted = {
  name: 'the-garden-by-the-sea.epub',
  type: 'application/epub+zip',
  size: 812_004,
  pages: [
    [
      null,
      [
        ['heading', 'The garden by the sea', 1],
        ['heading', 'Chapter one', 2],
        [
          'text',
          'The wall had been built against the wind, and the wind had taken it down again, stone by stone, in the ' +
            'forty years since.',
        ],
        ['text', 'Nobody had asked who would put it up.'],
        ['heading', 'Chapter two', 2],
        ['text', 'In March the first boats came back.'],
      ],
    ],
  ],
};

const MAIL: Extracted = {
  name: 'your-move-on-friday.eml',
  type: 'message/rfc822',
  size: 14_300,
  pages: [
    [
      null,
      [
        ['heading', 'Your move on Friday', 1],
        [
          'text',
          'From: Brisk & Sons <office@brisk.example>\nTo: Ada Lovelace <ada@example.org>\n' +
            'Date: 2026-11-20T08:12:00.000Z\nAttachments: route.pdf, insurance.pdf',
        ],
        ['text', 'Good morning,'],
        ['text', 'we are with you at eight. Please keep the space before the house free.'],
      ],
    ],
  ],
};

const ARABIC_DOCUMENT: Extracted = {
  name: 'عقد-الإيجار.docx',
  type: `${OFFICE}.wordprocessingml.document`,
  size: 31_040,
  pages: [
    [
      null,
      [
        ['heading', 'عقد الإيجار', 1],
        ['text', 'يبدأ العقد في أول يونيو ويستمر سنتين.'],
        ['text', '- الشقة في الطابق الثالث\n- موقف سيارة واحد'],
        ['table', 'البند | المبلغ\nالإيجار | 980 يورو\nالتدفئة | 140 يورو'],
      ],
    ],
  ],
};

const previewOf = ({ name, type, size, pages }: Extracted): Answers => ({
  [`GET /api/ai/files/f-${encodeURIComponent(name)}`]: {
    id: `f-${name}`,
    name,
    type,
    size,
    content: '',
    text: {
      cut: false,
      blocks: pages.flatMap(([page, blocks]) =>
        blocks.map(([kind, words, level = 0]) => ({ kind, text: words, level, page })),
      ),
    },
  },
});

const preview = (name: string, file: Extracted, words: string): Scene => ({
  name: `preview-${name}`,
  as: 'free',
  answers: { 'GET /api/files': aFileList([]), ...previewOf(file) },
  at: `/?file=f-${encodeURIComponent(file.name)}`,
  show: text(words),
});

const pending = (name: string, of: Partial<ReturnType<typeof aKeptFile>>) =>
  aKeptFile(name, { embedded: false, embeddingStatus: 'pending', chunkCount: 0, accessCount: 0, ...of });

/** What is under way, in each of its states. */
const UNDER_WAY = aFileList([
  pending('moving-contract.docx', { size: CONTRACT.size, embedding: { state: 'embedding', before: 0 } }),
  pending('heat-pumps.pptx', { size: SLIDES.size, embedding: { state: 'reading', before: 0 } }),
  pending('letter-to-the-council.odt', { size: LETTER.size, embedding: { state: 'waiting', before: 0 } }),
  pending('the-garden-by-the-sea.epub', { size: BOOK.size, embedding: { state: 'waiting', before: 1 } }),
  pending('your-move-on-friday.eml', { size: MAIL.size, embedding: { state: 'waiting', before: 2 } }),
  pending('scan-of-the-deed.pdf', { type: 'application/pdf', size: 8_204_882, reading: { page: 3, pages: 48 } }),
  pending('scan-of-a-bill.pdf', { type: 'application/pdf', size: 1_204_882, reading: { page: 0, pages: 2 } }),
  pending('budget-2026.xlsx', {
    size: BUDGET.size,
    embedding: { state: 'waiting', before: 3 },
    embeddingFailingSince: '2026-11-21T11:22:00.000Z',
  }),
  aKeptFile('settings.toml', { size: 812, chunkCount: 1 }),
]);

const manager = (name: string) => async (page: Page) => {
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
  await text('settings.toml')(page);
};

const why = {
  'GET /api/ai/replies/r1/retrieval': {
    retrieval: aRetrieval({
      wordings: [
        { kind: 'question', text: 'متى ينتهي عقد الإيجار؟' },
        { kind: 'reworded', text: 'The term of the lease ends on a date' },
        { kind: 'previous', text: 'عقد الإيجار' },
      ],
      secondLook: 'cross-encoder',
      considered: aRetrieval().considered.map((passage, at) => ({ ...passage, wording: at })),
    }),
  },
  'GET /api/ai/files/f-lease.pdf': LEASE_PDF,
};

const openMark = async (page: Page) => {
  await page.getByTestId('message-assistant').locator('sup button, button[class*="mark"]').first().click();
  await page.getByText(/two weeks after the keys/).waitFor();
};

const sharedFile = (name: string, size: number, embeddingStatus = 'completed') => ({
  id: `g-${name}`,
  name,
  size,
  type: 'application/pdf',
  description: '',
  embeddingStatus,
  createdAt: '2026-11-20T09:30:00.000Z',
});

/** Somebody in two groups. */
const SHARED: Answers = {
  'GET /api/auth/me': { user: { ...userOf('premium'), inGroups: true } },
  'GET /api/files': UNDER_WAY,
  'GET /api/knowledge': {
    knowledge: [
      { id: 'group:research', name: 'Research', files: 4, embedded: 3, size: 3_544_755 },
      { id: 'group:support', name: 'Support', files: 112, embedded: 112, size: 48_234_496 },
    ],
  },
  'GET /api/knowledge/group%3Aresearch/files': {
    files: [
      sharedFile('protocol-2026.docx', 184_320, 'pending'),
      sharedFile('safety-rules-of-the-laboratory.pdf', 1_258_291),
      sharedFile('instruments.xlsx', 92_160),
      sharedFile('old-manual.pdf', 2_097_152, 'failed'),
    ],
    total: 4,
  },
};

const askShared = async (page: Page) => {
  await page.getByRole('button', { name: 'Ask shared knowledge' }).click();
  await page.getByRole('menuitem', { name: /Add all files of Support/ }).click();
  await page.getByText('Shared knowledge · 46 MB').waitFor();
  await page.getByRole('button', { name: 'Ask shared knowledge' }).click();
  await page.getByRole('menuitem', { name: /Take off all files of Support/ }).waitFor();
};

/** What is seen of files, and of what answers take from them. */
export const FILES: readonly Scene[] = [
  preview('docx', CONTRACT, 'Contract of removal'),
  preview('xlsx', BUDGET, 'Nordlicht'),
  preview('pptx', SLIDES, 'What decides'),
  preview('odt', LETTER, 'The crossing at Mill Lane'),
  preview('epub', BOOK, 'Chapter two'),
  preview('eml', MAIL, 'Good morning'),
  {
    ...preview('arabic', ARABIC_DOCUMENT, 'موقف سيارة'),
    stored: withLanguage('ar'),
  },
  { name: 'knowledge-ask', as: 'premium', answers: SHARED, show: askShared },
  {
    name: 'knowledge-manager',
    as: 'premium',
    answers: SHARED,
    show: async (page) => {
      await manager('File Manager')(page);
      await page.getByRole('button', { name: 'Show the files of Research' }).click();
      await page.getByRole('button', { name: 'instruments.xlsx' }).waitFor();
    },
  },
  { name: 'files-waiting', as: 'free', answers: { 'GET /api/files': UNDER_WAY }, show: manager('File Manager') },
  {
    name: 'files-waiting-arabic',
    as: 'free',
    stored: withLanguage('ar'),
    answers: { 'GET /api/files': UNDER_WAY },
    show: manager('مدير الملفات'),
  },
  {
    name: 'why-arabic',
    as: 'free',
    stored: withLanguage('ar'),
    ...opened(withFile, why),
    show: async (page) => {
      await page.getByTestId('message-assistant').getByRole('button').last().waitFor();
      await page.getByRole('button', { name: 'لماذا هذه الإجابة؟' }).click();
      await page.getByRole('dialog').getByText('The lease ends on 31 May 2027.').waitFor();
    },
  },
  {
    name: 'mark-unsupported',
    as: 'free',
    ...opened(withDoubtfulMark, { 'GET /api/ai/files/f-lease.pdf': LEASE_PDF }),
    show: openMark,
    onPhone: openMark,
  },
  {
    name: 'mark-unsupported-arabic',
    as: 'free',
    stored: withLanguage('ar'),
    ...opened(withDoubtfulMark, { 'GET /api/ai/files/f-lease.pdf': LEASE_PDF }),
    show: openMark,
    onPhone: openMark,
  },
];
