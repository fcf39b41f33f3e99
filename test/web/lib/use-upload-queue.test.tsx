import { act, renderHook } from '@testing-library/react';

import { useUploadQueue } from '../../../web/lib/hooks/use-upload-queue.ts';
import { FakeUploads } from '../support/fake-uploads.ts';
import { aFile } from '../support/files.ts';

let uploads: FakeUploads;
const unseen: string[] = [];

beforeEach(() => {
  uploads = new FakeUploads().install();
  unseen.length = 0;
});
afterEach(() => uploads.restore());

const start = (...names: readonly string[]) => {
  const hook = renderHook(() =>
    useUploadQueue({
      path: '/api/files/upload',
      getToken: () => 't1',
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
