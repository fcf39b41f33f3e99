import { aChatOf, DETAILS, question, reply } from './chats.ts';

export const LEASE_PDF = {
  id: 'f-lease.pdf',
  name: 'lease.pdf',
  type: 'application/pdf',
  size: 482_133,
  content: '',
};
const aLeaseAnswer = (
  text: string,
  sources: typeof DETAILS.sources,
  citations: typeof DETAILS.citations | null = null,
) =>
  aChatOf('Sourdough in a cold kitchen', [
    question('When does the lease end?', { fileIds: ['f-lease.pdf'] }),
    reply(text, {
      details: {
        ...DETAILS,
        steps: [],
        images: [],
        citations,
        document: null,
        relatedQuestions: [],
        synthesis: '',
        sources,
      },
    }),
  ]);
export const withFile = aLeaseAnswer(
  'The lease ends on **31 May 2027**; notice has to be given three months before [1].',
  [{ id: 'f1', title: 'lease.pdf', url: '/?file=f-lease.pdf&page=3', snippet: 'The lease ends on 31 May 2027.' }],
);
/** A lease of 40 pages that was given whole. */
export const withWholeFile = aLeaseAnswer(
  'The lease ends on **31 May 2027** [4]; notice has to be given three months before [17].',
  Array.from({ length: 40 }, (_, at) => ({
    id: `f${at + 1}`,
    title: `lease.pdf, page ${at + 1}`,
    url: `/?file=f-lease.pdf&page=${at + 1}`,
    snippet: `What page ${at + 1} says.`,
  })),
);
/** Its first mark says another time than its source. */
export const withDoubtfulMark = aLeaseAnswer(
  'The deposit is returned within six weeks [1]. The lease ends on **31 May 2027** [2].',
  [
    {
      id: 'f1',
      title: 'lease.pdf',
      url: '/?file=f-lease.pdf&page=5',
      snippet: 'The deposit is returned two weeks after the keys were handed over, if nothing is damaged.',
    },
    { id: 'f2', title: 'lease.pdf', url: '/?file=f-lease.pdf&page=3', snippet: 'The lease ends on 31 May 2027.' },
  ],
  {
    checked: 2,
    supported: 1,
    marks: [
      {
        index: 0,
        source: 1,
        supported: false,
        passage: '',
        closest: 'The deposit is returned two weeks after the keys were handed over, if nothing is damaged.',
      },
      { index: 1, source: 2, supported: true, passage: 'The lease ends on 31 May 2027.' },
    ],
  },
);
