import { act, renderHook } from '@testing-library/react';

import { useUploadQueue } from '../../../web/lib/hooks/use-upload-queue.ts';
import { FakeUploads } from '../support/fake-uploads.ts';
import { aFile } from '../support/files.ts';

let uploads: FakeUploads;
const unseen: string[] = [];
let session: {
  token: string;
  refused: (string | null)[];
  /** Null: somebody else does. */
  signIn: (token: string | null) => Promise<void>;
};

beforeEach(() => {
  session = { token: 't1', refused: [], signIn: async () => undefined };
  uploads = new FakeUploads().install();
  unseen.length = 0;
});
afterEach(() => uploads.restore());

const start = (...names: readonly string[]) => {
  const hook = renderHook(() =>
    useUploadQueue({
      path: '/api/files/upload',
      getToken: () => session.token,
      awaitSession: (refusedToken) => {
        session.refused.push(refusedToken);
        return new Promise((resolve) => {
          session.signIn = async (token) =>
            act(async () => {
              session.token = token ?? 'of somebody else';
              resolve(token !== null);
            });
        });
      },
      onUnseenFailures: (names) => unseen.push(names),
    }),
  );
  const queue = () => hook.result.current;
  act(() => queue().add(names.map((name) => aFile(name))));
  let done: Promise<boolean> = Promise.resolve(false);
  act(() => {
    done = queue().uploadAll(() => new FormData());
  });
  const listed = () => queue().list.map(({ file }) => file.name);
  const remove = (name: string): void =>
    act(() => queue().remove(queue().list.find(({ file }) => file.name === name)?.key ?? ''));
  return { queue, names: listed, remove, unmount: hook.unmount, done };
};

test('a file that is taken off while others travel is not uploaded', async () => {
  const { names, remove, queue, done } = start('a.txt', 'b.txt', 'c.txt');
  remove('b.txt');
  await uploads.at(0).answer({ success: true });
  expect(names()).toEqual(['c.txt']);
  await uploads.at(1).answer({ success: true });
  expect(await done).toBe(true);
  expect(uploads.sent).toHaveLength(2);
  expect(queue()).toMatchObject({ busy: false, stored: 2, list: [] });
});

test('the file that travels can be taken off too, and the next one follows', async () => {
  const { names, remove, done } = start('huge.pdf', 'b.txt');
  await act(async () => undefined);
  remove('huge.pdf');
  expect(uploads.at(0).aborted()).toBe(true);
  await act(async () => undefined);
  expect(names()).toEqual(['b.txt']);
  await uploads.at(1).answer({ success: true });
  expect(await done).toBe(true);
});

test('who has closed the panel learns which files were not stored', async () => {
  const { unmount, done } = start('a.txt', 'b.txt', 'c.txt');
  await uploads.at(0).answer({ error: 'Seen.' }, 400);
  unmount();
  await uploads.at(1).answer({ error: 'Your storage is full.' }, 403);
  await uploads.at(2).answer({ success: true });
  expect(await done).toBe(false);
  expect(unseen).toEqual(['b.txt']);
});

test('an upload that met the end of a session goes out after the next sign-in, and so does what follows', async () => {
  const { unmount, done } = start('a.txt', 'b.txt');
  await uploads.at(0).answer({ error: 'Unauthorized' }, 401);
  unmount(); // as the page of a visitor comes
  expect([uploads.sent.length, session.refused]).toEqual([1, ['t1']]);
  await session.signIn('t2');
  expect(uploads.at(1).headers).toMatchObject({ Authorization: 'Bearer t2' });
  await uploads.at(1).answer({ success: true });
  await uploads.at(2).answer({ success: true });
  expect(await done).toBe(true);
  expect(unseen).toEqual([]);
});

test('nothing is uploaded into the account of somebody else, and the names of the files are told', async () => {
  const { done } = start('a.txt', 'b.txt');
  await uploads.at(0).answer({ error: 'Unauthorized' }, 401);
  await session.signIn(null);
  expect(await done).toBe(false);
  expect([uploads.sent.length, unseen]).toEqual([1, ['a.txt · b.txt']]);
});
