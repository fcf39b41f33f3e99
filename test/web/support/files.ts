import type { FileList, KeptFile, Retrieval } from '../../../web/features/files/files-api.ts';

/** A small file as the browser hands it over. */
export const aFile = (name: string, type = 'text/plain', text = 'Some words.'): File =>
  new File([text], name, { type });

export const aKeptFile = (name: string, of: Partial<KeptFile> = {}): KeptFile => ({
  id: `f-${name}`,
  name,
  size: 1_536,
  type: 'text/plain',
  description: '',
  tags: [],
  embedded: true,
  embeddingStatus: 'completed',
  chunkCount: 12,
  accessCount: 3,
  embeddingError: null,
  embeddingFailingSince: null,
  reading: null,
  embedding: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  purpose: 'permanent',
  expiresAt: null,
  ...of,
});

/** A page of the list, as the server tells it to a Pro account. */
export const aFileList = (files: readonly KeptFile[], of: Partial<FileList> = {}): FileList => ({
  files: [...files],
  usage: {
    totalFiles: files.length,
    totalSize: 26_214_400,
    maxFiles: 100,
    maxSize: 524_288_000,
    maxFileSize: 10_485_760,
  },
  pagination: { page: 1, limit: 20, total: files.length, pages: 1 },
  tags: [...new Set(files.flatMap(({ tags }) => tags))],
  mayUpload: true,
  ...of,
});

export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** How an answer came by two passages: one was given, the other was not. */
export const aRetrieval = (of: Partial<Retrieval> = {}): Retrieval => ({
  query: 'When does the lease end?',
  vectors: true,
  wordings: [{ kind: 'question', text: 'When does the lease end?' }],
  secondLook: 'features',
  considered: [
    {
      fileId: 'f1',
      fileName: 'lease.pdf',
      page: 3,
      heading: 'Term',
      excerpt: 'The lease ends on 31 May 2027.',
      keywordRank: 2,
      vectorRank: 1,
      score: 0.03,
      finalRank: 1,
      wording: 0,
      given: true,
      source: 1,
    },
    {
      fileId: 'f1',
      fileName: 'lease.pdf',
      page: 9,
      heading: '',
      excerpt: 'Pets are allowed.',
      keywordRank: null,
      vectorRank: 14,
      score: 0.01,
      finalRank: 2,
      wording: 0,
      given: false,
      source: null,
    },
  ],
  files: [
    { fileId: 'f1', fileName: 'lease.pdf', how: 'passages', note: '', given: 3, total: 40 },
    {
      fileId: 'f2',
      fileName: 'scan.pdf',
      how: 'nothing',
      note: 'This PDF has no text: it is probably a scan.',
      given: 0,
      total: 0,
    },
  ],
  ...of,
});
