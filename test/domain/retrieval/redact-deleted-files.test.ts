import { formatFileUrl } from '../../../src/domain/retrieval/redact-file.ts';
import { FileExcerpts } from '../../../src/domain/retrieval/ports.ts';
import { RedactDeletedFiles } from '../../../src/domain/retrieval/redact-deleted-files.ts';
import { aFile, InMemoryFiles } from '../../fakes/files.ts';
import { InMemoryGroupFileReaders } from '../../fakes/knowledge.ts';

class RecordedRemovals extends FileExcerpts {
  readonly removed: string[] = [];

  async remove(ownerId: string, fileId: string): Promise<void> {
    this.removed.push(`${ownerId}/${fileId}`);
  }
}

const source = (url: string) => ({ id: 's', title: 't', url, snippet: '' });

test('of the files that a reply quotes only those that are gone are taken out, each once', async () => {
  const files = new InMemoryFiles();
  await files.add(aFile({ id: 'there', ownerId: 'ann' }), { maxFiles: -1, maxBytes: -1 });
  const excerpts = new RecordedRemovals();
  const quotes = new RedactDeletedFiles(files, excerpts, new InMemoryGroupFileReaders(files));
  const gone = formatFileUrl('gone');
  await quotes.redactDeletedFiles('user:ann', [
    source(formatFileUrl('there')),
    source(gone),
    source(`${gone}&page=2`),
    source('https://a.example/?file=x'),
  ]);
  await quotes.redactDeletedFiles('session:1', [source('https://a.example/')]);
  expect(excerpts.removed).toEqual(['ann/gone']);
});
