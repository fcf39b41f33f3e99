import { Model } from 'objection';

import type { StoredFile } from '../../../domain/files/ports/file-repository.ts';
import { normalizeUnicode } from '../../../shared/unicode.ts';
import { parseStrings } from '../json-columns.ts';
import { json, rowMapping } from '../row-mapping.ts';

export class FileRow extends Model {
  static override tableName = 'files';
}

/** Lower case without accents, so that both engines compare alike. */
export const toSearchable = (text: string): string =>
  normalizeUnicode(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const files = rowMapping<StoredFile>({
  id: 'id',
  ownerId: 'owner_id',
  hash: 'hash',
  name: 'name',
  type: 'type',
  kind: 'kind',
  size: 'size',
  purpose: 'purpose',
  description: 'description',
  tags: json('tags', parseStrings),
  embeddingStatus: 'embedding_status',
  embeddingError: 'embedding_error',
  embeddingFailingSince: 'embedding_failing_since',
  chunkCount: 'chunk_count',
  textTokens: 'text_tokens',
  accessCount: 'access_count',
  visionDescription: 'vision_description',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
});

export const toFile = files.fromRow;

/** With the text that searches scan: name and description, and tags between line breaks. */
export const toFileRow = (file: StoredFile) => ({
  ...files.toRow(file),
  search_text: toSearchable(`${file.name}\n${file.description}`),
  search_tags: `\n${file.tags.map(toSearchable).join('\n')}\n`,
});
