import { randomUUID } from 'node:crypto';

import type { ChunkVector, Collection, SearchScope } from '../../domain/retrieval/ports.ts';
import type { Database } from './database.ts';
import { byBlock, bytesOfCodes, chunksABlock, type Codes, codesOf, withVectors } from './vector-codes.ts';

/** Bytes of blocks that one process keeps, of all people together; 50 000 chunks of 512 dimensions take 26 MB. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Bytes of blocks that are fetched at once. */
const AT_ONCE = 1024 * 1024;

interface BlockRow {
  readonly file_id: string;
  readonly block: number;
  readonly version: string;
}

export interface Block {
  readonly fileId: string;
  /** The ordinal of its first chunk. */
  readonly first: number;
  readonly codes: Codes;
}

interface Kept {
  readonly version: string;
  readonly codes: Codes;
}

const sizeOf = ({ scales, parts }: Codes): number => scales.byteLength + parts.byteLength;

/**
 * The codes of vectors, block by block. What was read is kept in memory; each search asks the database which blocks there
 * are now, of whom and in which version, so that nothing outdated or foreign is compared, whichever process wrote last.
 */
export class VectorBlocks {
  private readonly db: Database;
  private readonly kept = new Map<string, Kept>();
  private keptBytes = 0;

  constructor(db: Database) {
    this.db = db;
  }

  /** In the transaction of the caller. */
  async write(
    { version: collection, dimensions }: Collection,
    { ownerId, fileId }: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    for (const [block, placed] of byBlock(vectors, dimensions)) {
      const place = { collection, file_id: fileId, block };
      const row: { codes: Uint8Array } | undefined = await this.db
        .connection('vector_blocks')
        .where({ ...place, owner_id: ownerId })
        .forUpdate()
        .first('codes');
      const codes = withVectors(row && codesOf(row.codes, dimensions), placed, dimensions);
      const written = { version: randomUUID(), codes: bytesOfCodes(codes) };
      if (row)
        await this.db
          .connection('vector_blocks')
          .where({ ...place, owner_id: ownerId })
          .update(written);
      else await this.db.connection('vector_blocks').insert({ ...place, owner_id: ownerId, ...written });
    }
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    const rows = this.db.connection('vector_blocks').where({ file_id: fileId, owner_id: ownerId });
    await (except === undefined ? rows : rows.whereNot({ collection: except })).delete();
  }

  /** All blocks within the scope, some at a time. */
  async *within({ version: collection, dimensions }: Collection, scope: SearchScope): AsyncGenerator<readonly Block[]> {
    const rows: BlockRow[] = await this.rows(collection, scope)
      .select('file_id', 'block', 'version')
      .orderBy(['file_id', 'block']);
    const size = chunksABlock(dimensions);
    const some = Math.max(1, Math.floor(AT_ONCE / (size * dimensions)));
    for (let from = 0; from < rows.length; from += some) {
      const part = rows.slice(from, from + some);
      const known = part.map((row) => this.find(keyOf(collection, scope.ownerId, row), row.version));
      const fetched = known.includes(undefined)
        ? await this.fetch(
            collection,
            dimensions,
            scope.ownerId,
            part.filter((_, at) => !known[at]),
          )
        : [];
      yield part.flatMap((row, at) => {
        const codes =
          known[at] ?? fetched.find(({ file_id: id, block }) => id === row.file_id && block === row.block)?.codes;
        return codes ? [{ fileId: row.file_id, first: row.block * size, codes }] : []; // else removed meanwhile
      });
    }
  }

  private rows(collection: string, { ownerId, fileIds }: SearchScope) {
    return this.db.connection('vector_blocks').where({ collection, owner_id: ownerId }).whereIn('file_id', fileIds);
  }

  private async fetch(
    collection: string,
    dimensions: number,
    ownerId: string,
    places: readonly BlockRow[],
  ): Promise<readonly (BlockRow & { readonly codes: Codes })[]> {
    const pairs = places.map(({ file_id: id, block }) => [id, block]);
    const rows: (BlockRow & { readonly codes: Uint8Array })[] = await this.db
      .connection('vector_blocks')
      .where({ collection, owner_id: ownerId })
      .whereIn(['file_id', 'block'], pairs)
      .select('file_id', 'block', 'version', 'codes');
    return rows.map((row) => {
      const codes = codesOf(row.codes, dimensions);
      this.keep(keyOf(collection, ownerId, row), { version: row.version, codes });
      return { ...row, codes };
    });
  }

  private find(key: string, version: string): Codes | undefined {
    const known = this.kept.get(key);
    if (known?.version !== version) return undefined;
    this.kept.delete(key);
    this.kept.set(key, known); // the last one used goes last
    return known.codes;
  }

  private keep(key: string, block: Kept): void {
    this.drop(key);
    this.kept.set(key, block);
    this.keptBytes += sizeOf(block.codes);
    for (const oldest of this.kept.keys()) {
      if (this.keptBytes <= MOST_KEPT) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const known = this.kept.get(key);
    if (!known) return;
    this.kept.delete(key);
    this.keptBytes -= sizeOf(known.codes);
  }
}

const keyOf = (
  collection: string,
  ownerId: string,
  { file_id: fileId, block }: Pick<BlockRow, 'file_id' | 'block'>,
): string => JSON.stringify([collection, ownerId, fileId, block]);
