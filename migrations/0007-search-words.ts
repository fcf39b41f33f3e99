import { addSearchWords, dropSearchWords } from '../src/adapters/sql/dialect/search-schema.ts';
import type { Migration } from './migration.ts';

// The full-text index differs by engine, so its statements stand with the other dialect specifics.
export const searchWords: Migration = { name: '0007-search-words', up: addSearchWords, down: dropSearchWords };
