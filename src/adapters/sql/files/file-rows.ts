import { Model } from 'objection';
import { z } from 'zod';

import type { StoredFile } from '../../../domain/files/ports.ts';
import { normalizeUnicode } from '../../../domain/kernel/unicode.ts';

export class FileRow extends Model {
  static override tableName = 'files';
  declare id: string;
  declare owner_id: string;
  declare hash: string;
  declare name: string;
  declare type: string;
  declare kind: StoredFile['kind'];
  declare size: number;
  declare purpose: StoredFile['purpose'];
  declare embedding_status: StoredFile['embeddingStatus'];
  declare chunk_count: number;
  declare access_count: number;
  declare created_at: number;
  declare expires_at: number | null;
  declare description: string;
  declare tags: string;
  /** Search text: name, description, and tags between line breaks. */
  declare search_text: string;
  declare search_tags: string;
  declare embedding_error: string | null;
  declare vision_description: string | null;
}

const tagList = z.array(z.string());

export const parseTags = (text: string): readonly string[] => tagList.parse(JSON.parse(text));

/** Lower case without accents, so that both engines compare alike. */
export const toSearchable = (text: string): string =>
  normalizeUnicode(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

export const toFile = (row: FileRow): StoredFile => ({
  id: row.id,
  ownerId: row.owner_id,
  hash: row.hash,
  name: row.name,
  type: row.type,
  kind: row.kind,
  size: row.size,
  purpose: row.purpose,
  description: row.description,
  tags: parseTags(row.tags),
  embeddingStatus: row.embedding_status,
  embeddingError: row.embedding_error,
  chunkCount: row.chunk_count,
  accessCount: row.access_count,
  visionDescription: row.vision_description,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export const toFileRow = (file: StoredFile) => ({
  id: file.id,
  owner_id: file.ownerId,
  hash: file.hash,
  name: file.name,
  type: file.type,
  kind: file.kind,
  size: file.size,
  purpose: file.purpose,
  embedding_status: file.embeddingStatus,
  chunk_count: file.chunkCount,
  access_count: file.accessCount,
  created_at: file.createdAt,
  expires_at: file.expiresAt,
  description: file.description,
  tags: JSON.stringify(file.tags),
  search_text: toSearchable(`${file.name}\n${file.description}`),
  search_tags: `\n${file.tags.map(toSearchable).join('\n')}\n`,
  embedding_error: file.embeddingError,
  vision_description: file.visionDescription,
});
