import type { Page } from 'playwright-core';

import { DETAILS, question, reply, aChatOf, SITES } from './chats.ts';
import type { Scene } from './scene.ts';
import { opened, text } from './acts.ts';

const TEXT =
  'A heat pump reached a seasonal performance of **3.1** on average in houses built before 1979 [1]. A grant pays up ' +
  'to 70 % of the cost when an old gas boiler goes [3].\n\nAt three metres a unit is no louder than a library [4].';

const [FIELD_STUDY, , GRANTS] = SITES.map(([, , snippet]) => snippet);

/** An answer that a model checked and corrected. */
const CHECKED = aChatOf('Heat pumps in old houses', [
  question('Do heat pumps work in old houses?', { messageMode: { isAgent: true, agentType: 'research_agent' } }),
  reply(TEXT, {
    messageMode: { isAgent: true, agentType: 'research_agent' },
    details: {
      ...DETAILS,
      ...{ steps: [], images: [], document: null, synthesis: '', relatedQuestions: [] },
      citations: {
        checked: 3,
        supported: 2,
        marks: [
          {
            ...{ index: 0, source: 1, supported: true, byModel: true, sentence: FIELD_STUDY ?? '' },
            passage: `Old buildings are no reason against it. ${FIELD_STUDY} The best house reached 4.2.`,
          },
          { index: 1, source: 3, supported: true, passage: GRANTS ?? '' },
          { index: 2, source: 4, supported: false, passage: '', closest: SITES[3][2], byModel: true },
        ],
      },
      corrections: [
        {
          at: 0,
          before: 'A heat pump reached a seasonal performance of **4.1** on average in houses built before 1979 [1].',
          after: 'A heat pump reached a seasonal performance of **3.1** on average in houses built before 1979 [1].',
        },
        {
          at: 98,
          before: 'A grant pays up to 70 % of the cost when an old gas boiler goes [2].',
          after: 'A grant pays up to 70 % of the cost when an old gas boiler goes [3].',
        },
      ],
    },
  }),
]);

const LEASE = [
  '# Lease',
  '## Deposit',
  ...Array.from(
    { length: 14 },
    (_, at) => `${at + 1}. The tenant keeps the rooms in good order, and reports at once what is broken in them.`,
  ),
  '## Term',
  'The lease begins on 1 June 2024. It ends on 31 May 2027, and is renewed by a year unless one of the two gives ' +
    'notice.',
  ...Array.from({ length: 14 }, (_, at) => `${at + 20}. Bicycles stand in the yard.`),
].join('\n\n');

const openMark = (name: string) => async (page: Page) => {
  await text('seasonal performance')(page);
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('group', { name: /^Source \d/ }).waitFor();
};

/** What is said of citations, and where they lead. */
export const CITATIONS: readonly Scene[] = [
  {
    name: 'citations-corrected',
    as: 'premium',
    ...opened(CHECKED),
    show: async (page) => {
      await page.getByText('2 sentences were corrected after checking').click();
      await page.getByText('Before').first().waitFor();
    },
  },
  {
    name: 'citations-card',
    onPhone: openMark('Source 1: Heat pumps and old buildings'),
    as: 'premium',
    ...opened(CHECKED),
    show: openMark('Source 1: Heat pumps and old buildings'),
  },
  {
    name: 'citations-passage',
    as: 'free',
    answers: {
      'GET /api/ai/files/f-lease': {
        ...{ id: 'f-lease', name: 'lease.md', type: 'text/markdown', size: LEASE.length },
        content: Buffer.from(LEASE).toString('base64'),
      },
    },
    at: `/?file=f-lease&find=${encodeURIComponent('It ends on 31 May 2027, and is renewed')}`,
    show: text('It ends on 31 May 2027'),
  },
];
