import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The only places that ask a provider: each is a decorator that counts, or pays nobody. */
const ASKS_PROVIDER = [
  'src/domain/chat/models/metered-models.ts',
  'src/domain/chat/models/tool-pictures.ts', // below the meter: once more without the pictures that a model refused
  'src/domain/retrieval/embed-metered.ts',
  'src/platform/health-checks.ts', // an admin’s button that tests the connection, one short text each
];

/**
 * Every place that has a model asked, and the allowance that is taken before. Whoever adds one finds it here first:
 * nothing asks a provider that nobody pays for.
 */
const PAID_BY: Readonly<Record<string, string>> = {
  'src/domain/chat/replies/generate-reply.ts':
    'Allowance: the message is counted by StartReply before the job begins; an agent has at most 15 calls of it',
  'src/domain/chat/replies/create-completion.ts': 'Allowance: a completion of the API is a message',
  'src/domain/chat/models/helper-completion.ts':
    'Allowance: a reply has at most two such calls, of the message that StartReply counted',
  'src/domain/chat/models/internal-completion.ts': 'FollowUpAllowance: by counted message and by day',
  'src/domain/chat/models/vision-model.ts': 'VisionAllowance: DescribeImage takes one before',
  'src/domain/retrieval/embed-files.ts': 'EmbeddingAllowance: taken when a file is stored or embedded anew',
  'src/domain/retrieval/find-passages.ts':
    'Allowance: the search belongs to a message that StartReply counted, or FileSearchAllowance: taken by SearchFiles',
};

const ASKS = /(?<!\bmetered|\bresilientModels\(metered, [^)]*\))\.\s*(?:reply|embed)\(/;
/** The decorator that tries again does not count: what it decorates must. */
const RETRIES_UNMETERED = /\bresilientModels\((?!metered)/;
const METERS = /\b(?:meteredModels|embedMetered)\(/;

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const matching = (pattern: RegExp, files: readonly string[]): string[] =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

test('a model is asked nowhere but through the meter', () => {
  const product = sources('src').filter((file) => !file.startsWith('src/adapters/'));
  expect(matching(ASKS, product)).toEqual(ASKS_PROVIDER.toSorted());
  // What is metered goes by that name.
  expect(matching(ASKS, ['src/domain/chat/replies/run-agent-reply.ts'])).toEqual([]);
});

test('what tries another model tries it through the meter', () => {
  expect(matching(RETRIES_UNMETERED, sources('src'))).toEqual([]);
});

test('every place that has a model asked takes from an allowance', () => {
  expect(matching(METERS, sources('src'))).toEqual(Object.keys(PAID_BY).sort());
});

// Telemetry times what it hands on: it stands below the meter.
test('no adapter asks a model but those that are models', () => {
  const folders = matching(ASKS, sources('src/adapters')).map((file) => file.split('/').slice(0, 3).join('/'));
  expect([...new Set(folders)].filter((folder) => !/\/(llm|embeddings|telemetry)$/.test(folder))).toEqual([]);
});
