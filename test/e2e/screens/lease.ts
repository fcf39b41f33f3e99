import { aChatOf, DETAILS, question, reply } from './chats.ts';

export const LEASE_PDF = {
  id: 'f-lease.pdf',
  name: 'lease.pdf',
  type: 'application/pdf',
  size: 482_133,
  content: '',
};
const aLeaseAnswer = (text: string, sources: typeof DETAILS.sources) =>
  aChatOf('Sourdough in a cold kitchen', [
    question('When does the lease end?', { fileIds: ['f-lease.pdf'] }),
    reply(text, {
      details: {
        ...DETAILS,
        steps: [],
        images: [],
        citations: null,
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
