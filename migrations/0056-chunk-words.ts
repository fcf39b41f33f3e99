import { addChunkWords, dropChunkWords } from '../src/adapters/sql/dialect/search-schema.ts';
import type { Migration } from './migration.ts';

// The full-text index differs by engine, so its statements stand with the other dialect specifics.
export const chunkWords: Migration = { name: '0056-chunk-words', up: addChunkWords, down: dropChunkWords };
