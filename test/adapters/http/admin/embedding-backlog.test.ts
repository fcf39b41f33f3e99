import { type Caller, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

describeProduct({}, (product) => {
  let ada: Caller;
  let uid: string;

  beforeAll(async () => {
    ada = await newPerson(product().url, 'ada@example.org');
    ({ uid } = (await ada.get('/api/auth/me')).json.user);
    await product().database.connection('users').where({ uid }).update({ is_admin: true });
  });

  const upload = async (name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([`The text of ${name}`]), name);
    const { headers } = ada;
    const response = await fetch(`${ada.url}/api/files/upload`, { method: 'POST', headers, body: form });
    return (JSON.parse(await response.text()) as { id?: string; file?: { id: string } }).file?.id ?? '';
  };

  test('an admin sees how many files wait and why, their owner since when', async () => {
    expect((await ada.get('/api/admin/embedding-backlog')).json).toEqual({ pending: 0, failing: null });
    const [failing, waiting] = [await upload('a.md'), await upload('b.md')];
    const files = () => product().database.connection('files');
    await files().whereIn('id', [failing, waiting]).update({ embedding_status: 'pending' });
    const since = Date.parse('2026-11-21T14:22:00.000Z');
    await files().where({ id: failing }).update({ embedding_error: 'No answer', embedding_failing_since: since });
    expect((await ada.get('/api/admin/embedding-backlog')).json).toEqual({
      pending: 2,
      failing: { files: 1, since: '2026-11-21T14:22:00.000Z', reason: 'No answer' },
    });
    await files()
      .where({ id: waiting })
      .update({
        embedding_status: 'completed',
        embedding_error: 'No other vectors',
        embedding_failing_since: since + 1,
      });
    expect((await ada.get('/api/admin/embedding-backlog')).json).toMatchObject({ pending: 2, failing: { files: 2 } });
    const own = (await ada.get('/api/files')).json.files as { id: string }[];
    expect(own.find(({ id }) => id === failing)).toMatchObject({
      embeddingStatus: 'pending',
      embeddingError: 'No answer',
      embeddingFailingSince: '2026-11-21T14:22:00.000Z',
    });
    expect(own.find(({ id }) => id === waiting)).toMatchObject({ embeddingError: null, embeddingFailingSince: null });
  });
});
