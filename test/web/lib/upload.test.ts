import { uploadForm } from '../../../web/lib/upload.ts';
import { FakeUploads } from '../support/fake-uploads.ts';

let uploads: FakeUploads;

beforeEach(() => {
  uploads = new FakeUploads().install();
});
afterEach(() => uploads.restore());

const upload = () =>
  uploadForm({
    path: '/api/files/upload',
    form: new FormData(),
    token: 't1',
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

test('only the server’s own answer means that it has the file: the page of a login wall does not', async () => {
  const outcomes = [upload(), upload()];
  await uploads.at(0).answer('<html>Log in to the Wi-Fi</html>', 200);
  await uploads.at(1).answer({ id: 'f1' });
  expect(await Promise.all(outcomes)).toMatchObject([
    { ok: false, failure: { status: 0, message: expect.stringMatching(/could not be reached/) } },
    { ok: true, body: { id: 'f1' } },
  ]);
});
