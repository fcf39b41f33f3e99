import { FileQuotes } from '../chat/replies/ports.ts';
import type { FileRepository } from '../files/ports.ts';
import { parseFileUrl } from './redact-file.ts';
import type { FileExcerpts } from './ports.ts';
import type { Source } from '../../shared/reply-details.ts';

/** A file may be deleted while a reply that quotes it is running; its quotes are removed when the reply ends. */
export class RedactDeletedFiles extends FileQuotes {
  constructor(
    private readonly files: FileRepository,
    private readonly excerpts: FileExcerpts,
  ) {
    super();
  }

  async redactDeletedFiles(owner: string, sources: readonly Source[]): Promise<void> {
    const ids = [...new Set(sources.flatMap(({ url }) => parseFileUrl(url) ?? []))];
    if (ids.length === 0) return;
    const ownerId = owner.replace(/^user:/, '');
    const existing = new Set((await this.files.findMany(ownerId, ids)).map(({ id }) => id));
    for (const id of ids) if (!existing.has(id)) await this.excerpts.remove(ownerId, id);
  }
}
