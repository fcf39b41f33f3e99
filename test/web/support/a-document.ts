import type { DocumentContent } from '../../../web/features/document/document-content.ts';
import type { ReplyDetails } from '../../../src/shared/reply-details.ts';

export const aSource = (number: number, snippet = `What source ${number} says.`) => ({
  id: `s${number}`,
  title: `Title ${number}`,
  url: `https://www.site${number}.org/page`,
  snippet,
});

/** `preview` is an address of our own, as the server gives it. */
export const anImage = (number: number, preview: string | null = `/api/image?u=${number}&s=x`) => ({
  url: `https://far.example/${number}.jpg`,
  alt: `Picture ${number}`,
  caption: '',
  source: `https://far.example/${number}`,
  ...(preview ? { preview } : {}),
});

export const someDetails = (of: Partial<ReplyDetails> = {}): ReplyDetails => ({
  steps: [],
  thinking: '',
  sources: [1, 2, 3, 4, 5, 6, 7].map((number) => aSource(number)),
  images: [1, 2, 3, 4, 5, 6, 7].map((number) => anImage(number)),
  citations: null,
  document: null,
  corrections: [],
  relatedQuestions: [],
  synthesis: '',
  insteadOf: null,
  ...of,
});

const ANSWER = '# Heat pumps\n\nThey move heat [1].\n\n## Cold\n\nLess at −20 °C [2, 3]. Code keeps `a[1]`.';

export const aContent = (of: Partial<DocumentContent> = {}): DocumentContent => ({
  messageId: 'm1',
  query: 'How do heat pumps work?',
  time: '2026-11-21T07:30:00.000Z',
  text: ANSWER,
  streaming: false,
  details: someDetails(),
  relatedQuestions: [],
  ...of,
});
