import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every place that asks a model, and the allowance that is taken before. Whoever adds one finds it here first: nothing
 * asks a provider that nobody pays for.
 */
const METERED: Readonly<Record<string, string>> = {
  'src/platform/health-checks.ts': 'none: an admin’s button that tests the connection, one short text each',
  'src/domain/chat/replies/generate-reply.ts': 'Allowance: the message is counted by StartReply before the job begins',
  'src/domain/chat/replies/transcript.ts':
    'Allowance: the calls of an agent belong to such a message, and an agent has at most 15',
  'src/domain/chat/replies/create-completion.ts': 'Allowance: a completion of the API is a message',
  'src/domain/chat/models/internal-completion.ts': 'FollowUpAllowance: by counted message and by day',
  'src/domain/chat/models/vision-model.ts': 'VisionAllowance: DescribeImage takes one before',
  'src/domain/retrieval/embed-files.ts': 'EmbeddingAllowance: taken when a file is stored or embedded anew',
  'src/domain/retrieval/find-passages.ts': 'Allowance: the search belongs to a message that StartReply counted',
};

const ASKS = /\bmodels\s*\.\s*reply\(|\b(?:current|model|embeddings?)\s*\.\s*embed\(/;

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const asking = (files: readonly string[]): string[] =>
  files.filter((file) => ASKS.test(readFileSync(file, 'utf8'))).sort();

test('every place that asks a model takes from an allowance', () => {
  expect(asking(sources('src').filter((file) => !file.startsWith('src/adapters/')))).toEqual(
    Object.keys(METERED).sort(),
  );
});

test('no adapter asks a model but those that are models', () => {
  const folders = asking(sources('src/adapters')).map((file) => file.split('/').slice(0, 3).join('/'));
  expect([...new Set(folders)].filter((folder) => !/\/(llm|embeddings)$/.test(folder))).toEqual([]);
});
