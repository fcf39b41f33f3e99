import { addressOfFile } from '../../../src/domain/retrieval/file-excerpts.ts';
import { FileExcerpts } from '../../../src/domain/retrieval/ports.ts';
import { WithdrawGoneFiles } from '../../../src/domain/retrieval/withdraw-gone-files.ts';
import { aFile, InMemoryFiles } from '../../fakes/files.ts';

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
  const quotes = new WithdrawGoneFiles(files, excerpts);
  const gone = addressOfFile('gone');
  await quotes.withdrawGone('user:ann', [
    source(addressOfFile('there')),
    source(gone),
    source(`${gone}&page=2`),
    source('https://a.example/?file=x'),
  ]);
  await quotes.withdrawGone('session:1', [source('https://a.example/')]);
  expect(excerpts.removed).toEqual(['ann/gone']);
});
