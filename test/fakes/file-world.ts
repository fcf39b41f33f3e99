import type { StoredFile } from '../../src/domain/files/file.ts';
import { Blobs, DocumentReader, FileRepository, type ReadDocument, type TextBlock } from '../../src/domain/files/ports.ts';
import { NOON } from '../support/builders.ts';
import { Rows } from './kernel.ts';

export const aFile = (more: Partial<StoredFile> = {}): StoredFile => {
  const id = more.id ?? 'f1';
  return {
    id,
    ownerId: 'ann',
    hash: `hash of ${id}`,
    name: `${id}.txt`,
    type: 'text/plain',
    kind: 'text',
    size: 10,
    purpose: 'permanent',
    description: '',
    tags: [],
    embeddingStatus: 'pending',
    embeddingError: null,
    chunkCount: 0,
    accessCount: 0,
    visionDescription: null,
    createdAt: NOON,
    expiresAt: null,
    ...more,
  };
};

export const aBlock = (text: string, more: Partial<TextBlock> = {}): TextBlock => ({ kind: 'text', text, page: null, level: 0, ...more });

/** Files as their owner has them, without limits. */
export class KnownFiles extends FileRepository {
  readonly rows = new Rows<StoredFile>();

  constructor(...files: readonly StoredFile[]) {
    super();
    for (const file of files) this.rows.set(file.id, file);
  }

  async find(ownerId: string, fileId: string): Promise<StoredFile | undefined> {
    const file = this.rows.get(fileId);
    return file?.ownerId === ownerId ? file : undefined;
  }

  async findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]> {
    return this.rows.all().filter((file) => file.ownerId === ownerId && fileIds.includes(file.id));
  }

  async touch(ownerId: string, fileIds: readonly string[]): Promise<void> {
    for (const file of await this.findMany(ownerId, fileIds)) this.rows.set(file.id, { ...file, accessCount: file.accessCount + 1 });
  }

  async setEmbedding(ownerId: string, fileId: string, to: Pick<StoredFile, 'embeddingStatus' | 'embeddingError' | 'chunkCount'>): Promise<boolean> {
    const file = await this.find(ownerId, fileId);
    if (file) this.rows.set(fileId, { ...file, ...to });
    return file !== undefined;
  }
}

/** Every file has some bytes, or those that a test puts there. */
export class SomeBlobs extends Blobs {
  readonly missing = new Set<string>();

  put(): Promise<void> {
    return Promise.resolve();
  }

  async get(hash: string): Promise<Uint8Array | undefined> {
    return this.missing.has(hash) ? undefined : new TextEncoder().encode(hash);
  }

  async remove(hash: string): Promise<void> {
    this.missing.add(hash);
  }

  async *list(): AsyncGenerator<readonly string[]> {
    yield [];
  }
}

/** Reads what a test has written for a file's name; a text stands for an error with these words. */
export class WrittenDocuments extends DocumentReader {
  readonly documents = new Map<string, ReadDocument | Error>();
  read: DocumentReader['read'] = async ({ name }) => {
    const document = this.documents.get(name) ?? { blocks: [], pages: 0 };
    if (document instanceof Error) throw document;
    return document;
  };

  write(name: string, ...blocks: readonly (TextBlock | string)[]): void {
    const made = blocks.map((block) => (typeof block === 'string' ? aBlock(block) : block));
    this.documents.set(name, { blocks: made, pages: Math.max(0, ...made.map(({ page }) => page ?? 0)) });
  }
}
