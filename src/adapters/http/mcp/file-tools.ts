import { readPassageTool, searchFilesTool } from '../../../contract/mcp.ts';
import { ReadPassages } from '../../../domain/retrieval/read-passages.ts';
import { SearchFiles } from '../../../domain/retrieval/search-files.ts';
import type { StoredChunk } from '../../../domain/retrieval/ports.ts';
import type { Handlers } from '../handlers.ts';
import { capText, defineTool, type RegisterTool } from './mcp-tool.ts';

export const fileToolHandlers = { searchFiles: SearchFiles, readPassages: ReadPassages };

const MAX_FOUND_TEXT = 2000;
const MAX_READ_TEXT = 8000;
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

const presentPassage = ({ ordinal, page, heading, text }: StoredChunk, maxText: number) => ({
  passage: ordinal,
  page,
  heading: capText(heading, 300).text,
  ...capText(text, maxText),
});

export const fileTools = (handlers: Handlers<typeof fileToolHandlers>): readonly RegisterTool[] => [
  defineTool({
    ...searchFilesTool,
    name: 'search_files',
    title: 'Search my files',
    description:
      'Finds the passages of the person’s files, and of the files of their groups, that are nearest to a question, ' +
      'by words and by meaning. Only files that are embedded are searched. Read on around a passage with ' +
      'read_passage.',
    annotations: READ_ONLY,
    idField: 'fileIds',
    run: async (input, { requester, signal }) => {
      const search = { ...input, fileIds: input.fileIds };
      const passages = await handlers.searchFiles.execute(requester, search, signal);
      return {
        passages: passages.map(({ file, chunk }) => ({
          fileId: file.id,
          file: file.name,
          ...presentPassage(chunk, MAX_FOUND_TEXT),
        })),
      };
    },
  }),
  defineTool({
    ...readPassageTool,
    name: 'read_passage',
    title: 'Read a passage of a file',
    description: 'Reads a passage of a file by its number, with the passages before and after it.',
    annotations: READ_ONLY,
    idField: 'fileId',
    run: async (input, { requester }) => {
      const { file, chunks } = await handlers.readPassages.execute(requester, input);
      const passages = chunks.map((chunk) => presentPassage(chunk, MAX_READ_TEXT));
      return { fileId: file.id, file: file.name, total: file.chunkCount, passages };
    },
  }),
];
