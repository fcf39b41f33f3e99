import { FileQuotes } from '../chat/replies/ports/files.ts';
import type { FileRepository } from '../files/ports/file-repository.ts';
import type { GroupFileReaders } from '../files/ports/readers.ts';
import { parseFileUrl } from './redact-file.ts';
import type { FileExcerpts } from './ports.ts';
import type { Source } from '../../shared/reply-details.ts';

/**
 * A file may be deleted, or a group left, while a reply that quotes the file is running; its quotes are
 * removed when the reply ends.
 */
export class RedactDeletedFiles extends FileQuotes {
  constructor(
    private readonly files: FileRepository,
    private readonly excerpts: FileExcerpts,
    private readonly readers: GroupFileReaders,
  ) {
    super();
  }

  async redactDeletedFiles(owner: string, sources: readonly Source[]): Promise<void> {
    const ids = [...new Set(sources.flatMap(({ url }) => parseFileUrl(url) ?? []))];
    if (ids.length === 0) return;
    const ownerId = owner.replace(/^user:/, '');
    const own = new Set((await this.files.findMany(ownerId, ids)).map(({ id }) => id));
    const others = ids.filter((id) => !own.has(id));
    if (others.length === 0) return;
    const shared = new Set(await this.readers.admit(ownerId, others));
    for (const id of others) if (!shared.has(id)) await this.excerpts.remove(ownerId, id);
  }
}
