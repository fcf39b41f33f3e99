import { jest } from '@jest/globals';

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

describe('an upload', () => {
  const MINUTE = 60_000;
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('that makes no progress ends, one that makes some goes on', async () => {
    const outcome = upload();
    for (let minute = 0; minute < 10; minute += 1) {
      await uploads.at(0).progress(minute / 10);
      await jest.advanceTimersByTimeAsync(MINUTE - 1);
    }
    expect(uploads.at(0).aborted()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ ok: false, failure: { status: 0 } });
    expect(uploads.at(0).aborted()).toBe(true);
  });

  test('that is all sent has longer: the server reads the file', async () => {
    const outcome = upload();
    await uploads.at(0).progress(1);
    await jest.advanceTimersByTimeAsync(5 * MINUTE - 1);
    expect(uploads.at(0).aborted()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ ok: false, failure: { status: 0 } });
    expect(jest.getTimerCount()).toBe(0);
  });
});
