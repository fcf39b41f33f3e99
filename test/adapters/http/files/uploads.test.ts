import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Koa from 'koa';

import { Uploads } from '../../../../src/adapters/http/files/uploads.ts';
import { reportErrors } from '../../../../src/adapters/http/errors/report-errors.ts';
import { eventually } from '../../../product/client.ts';

const MB = 1024 * 1024;

let folder = '';
let uploads: Uploads;
let server: Server;
let url = '';
/** Lengths of the files that were handed on. The first one is worked on until `finish`. */
let taken: number[] = [];
let finish: () => void = () => undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-uploads-'));
  uploads = new Uploads(folder);
  taken = [];
  const app = new Koa();
  app.silent = true;
  app.use(
    reportErrors(
      () => undefined,
      () => 'an id',
      true,
    ),
  );
  app.use(async (ctx) => {
    const signal = new AbortController().signal;
    await uploads.receive(ctx, { uid: 'ann', signal, limit: MB, texts: [] }, async ({ bytes }) => {
      taken.push(bytes.length);
      if (taken.length === 1) await new Promise<void>((resolve) => void (finish = resolve));
    });
    ctx.status = 201;
  });
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(async () => {
  finish();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const send = async (length: number): Promise<number> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(length)]), 'a.txt');
  return (await fetch(url, { method: 'POST', body: form })).status;
};

const received = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('a folder of a dead process goes when it is an hour old, one that is worked on stays', async () => {
  const first = send(10);
  await eventually(() => expect(taken).toEqual([10]));
  const [own = ''] = readdirSync(folder);
  for (const name of ['form-dead', 'form-young']) mkdirSync(join(folder, name));
  for (const name of ['form-dead', own]) utimesSync(join(folder, name), 1, 1);
  await uploads.removeStale();
  expect(readdirSync(folder).toSorted()).toEqual(['form-young', own].toSorted());
  finish();
  expect(await first).toBe(201);
});

test('forms under way are gone when the process ends', async () => {
  const first = send(10);
  await eventually(() => expect(taken).toEqual([10]));
  await uploads.close();
  expect(readdirSync(folder)).toEqual([]);
  finish();
  await first;
});

test.each([0, 5])('an upload of which a full disk took %d bytes is refused with 507', async (stored) => {
  const first = send(10);
  await eventually(() => expect(taken).toEqual([10]));
  const [firstPath] = received();
  const second = send(20);
  await eventually(() => {
    const path = received().find((one) => one !== firstPath) ?? '';
    expect(statSync(path).size).toBe(20);
    truncateSync(path, stored);
  });
  finish();
  expect([await first, await second, taken]).toEqual([201, 507, [10]]);
  expect(readdirSync(folder)).toEqual([]);
});
