import type {
  deleteFile,
  File as KeptFile,
  listFiles,
  processImage,
  getFile,
  reEmbedFile,
} from '../../../src/contract/files.ts';
import type { explainAnswer } from '../../../src/contract/retrieval.ts';
import type { Answer, Body, Query } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const listFilesCall = endpoint<typeof listFiles>('get', '/api/files');
const getFileCall = endpoint<typeof getFile>('get', '/api/ai/files/:id');
const deleteFileCall = endpoint<typeof deleteFile>('delete', '/api/files/:id');
const reEmbedFileCall = endpoint<typeof reEmbedFile>('post', '/api/files/:id/re-embed');
const processImageCall = endpoint<typeof processImage>('post', '/api/external/process-image');
const explainAnswerCall = endpoint<typeof explainAnswer>('get', '/api/ai/replies/:id/retrieval');

export type FileList = Answer<typeof listFiles>;
export type { KeptFile };
export type FileDetails = Answer<typeof getFile>;
export type FileText = NonNullable<FileDetails['text']>;
export type Retrieval = NonNullable<Answer<typeof explainAnswer>['retrieval']>;

/** The calls about files, except uploads, which report their progress. */
export const filesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFiles: build.query<FileList, Query<typeof listFiles>>({
      query: (query) => listFilesCall({ query }),
      providesTags: ['Files'],
    }),
    readFile: build.query<FileDetails, string>({
      query: (id) => getFileCall({ params: { id } }),
      providesTags: (_, __, id) => [{ type: 'File', id }],
    }),
    /** What the server reads in it, in place of its bytes. */
    fileText: build.query<FileDetails, string>({
      query: (id) => getFileCall({ params: { id }, query: { content: 'text' } }),
      providesTags: (_, __, id) => [{ type: 'File', id }],
    }),
    /** The same without its bytes. */
    fileFacts: build.query<FileDetails, string>({
      query: (id) => getFileCall({ params: { id }, query: { content: 'false' } }),
      providesTags: (_, __, id) => [{ type: 'File', id }],
    }),
    deleteFile: build.mutation<Answer<typeof deleteFile>, string>({
      query: (id) => deleteFileCall({ params: { id } }),
      invalidatesTags: (_, error, id) => (error ? ['Files'] : ['Files', { type: 'File', id }]),
    }),
    reEmbedFile: build.mutation<Answer<typeof reEmbedFile>, string>({
      query: (id) => reEmbedFileCall({ params: { id } }),
      invalidatesTags: ['Files'],
    }),
    processImage: build.mutation<Answer<typeof processImage>, Body<typeof processImage>>({
      query: (body) => processImageCall({ body }),
      invalidatesTags: ['Usage'],
    }),
    whyThisAnswer: build.query<Answer<typeof explainAnswer>, string>({
      query: (id) => explainAnswerCall({ params: { id } }),
      // A trace never changes once its reply is over, and is looked at seldom.
      keepUnusedDataFor: 300,
    }),
  }),
});
