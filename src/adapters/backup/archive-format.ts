import { z } from 'zod';

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
/** No entry is larger: rows come in parts, and files are limited to 200 MB. */
export const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

const TABLE_PART = /^tables\/([a-z][a-z0-9_]{0,63})\/(\d{6})\.jsonl\.gz$/;
const FILE = /^files\/([0-9a-f]{64})$/;

export const tablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl.gz`;
export const fileName = (hash: string): string => `files/${hash}`;

export const parseTablePart = (name: string): string | undefined => TABLE_PART.exec(name)?.[1];
export const parseFile = (name: string): string | undefined => FILE.exec(name)?.[1];

const count = z.number().int().min(0);

export const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'mysql']),
  migrations: z.array(z.string()),
  secretFingerprint: z.string(),
  hasVectors: z.boolean(),
  tables: z.record(z.string(), count),
  files: z.strictObject({ count, bytes: count }),
  missing: z.array(z.string()),
});
