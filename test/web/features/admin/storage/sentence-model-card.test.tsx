import { screen, waitFor, within } from '@testing-library/react';

import { aSentenceModel, withAdmin } from '../../../support/admin.ts';
import { answer, FakeServer } from '../../../support/fake-server.ts';
import { inPanel, startPanel } from '../support/a-panel.tsx';

const PATH = '/api/admin/sentence-model';
const NAME = 'Better understanding of files';
type Change = Parameters<typeof aSentenceModel>[0];

let server: FakeServer;
beforeEach(() => {
  server = withAdmin(new FakeServer()).install();
});
afterEach(() => server.restore());

const open = async (change: Change) => {
  server.on('GET', PATH, () => answer(aSentenceModel(change)));
  const { user } = startPanel('file-storage');
  const card = within(await inPanel().findByRole('region', { name: NAME }));
  return { user, card };
};
const switchesTo = (change: Change) =>
  server.on('POST', PATH, () => {
    server.on('GET', PATH, () => answer(aSentenceModel(change)));
    return answer({ success: true, model: aSentenceModel(change) });
  });
const sent = () => server.calls('POST', PATH).map(({ body }) => body);

test('one click downloads the model, with its size before and its progress after; another cancels', async () => {
  const { user, card } = await open({});
  expect(await card.findByText('Off: files are found by their words.')).toBeInTheDocument();
  switchesTo({ phase: 'downloading', received: 52_428_800 });
  await user.click(card.getByRole('button', { name: 'Download 130 MB once' }));
  const bar = await card.findByRole('progressbar', { name: 'Download of the model' });
  expect(bar).toHaveAttribute('aria-valuetext', '50 MB of 130 MB');
  expect(card.getByText('50 MB of 130 MB')).toBeInTheDocument();
  switchesTo({});
  await user.click(card.getByRole('button', { name: 'Cancel' }));
  expect(await card.findByText('Off: files are found by their words.')).toBeInTheDocument();
  expect(sent()).toEqual([{ enabled: true }, { enabled: false }]);
});

test('a model that is there is switched on without a download', async () => {
  const { user, card } = await open({ isInstalled: true });
  switchesTo({ isInstalled: true, phase: 'ready' });
  await user.click(await card.findByRole('button', { name: 'Switch on' }));
  expect(await card.findByText(/^On: files are found by meaning/)).toBeInTheDocument();
  expect(card.getByRole('button', { name: 'Switch off' })).toBeEnabled();
});

test('a download that failed says why and can be tried again', async () => {
  const { user, card } = await open({ phase: 'failed', failure: 'checksum' });
  expect(await card.findByText(/The downloaded file is damaged\./)).toBeInTheDocument();
  switchesTo({ phase: 'waiting' });
  await user.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('The download is about to begin.')).toBeInTheDocument();
  expect(sent()).toEqual([{ enabled: true }]);
});

test('a model that fails while it is there is started again by itself', async () => {
  const { card } = await open({ isInstalled: true, phase: 'failed', failure: 'memory' });
  expect(await card.findByText(/needs more memory/)).toBeInTheDocument();
  expect(card.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('where a variable decides, nothing can be switched', async () => {
  const { card } = await open({ decidedBy: 'environment', phase: 'ready' });
  expect(await card.findByText('Set by the variable SENTENCE_MODEL.')).toBeInTheDocument();
  expect(card.queryByRole('button')).toBeNull();
});

test('where another service embeds, there is no such card', async () => {
  server.on('GET', PATH, () => answer(aSentenceModel({ decidedBy: 'service' })));
  startPanel('file-storage');
  await waitFor(() => expect(server.calls('GET', PATH)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: NAME })).toBeNull());
});

test('a switch that did not work is said', async () => {
  const { user, card } = await open({});
  server.on('POST', PATH, () => answer({ error: 'The server is busy', code: 'BUSY' }, 503));
  await user.click(await card.findByRole('button', { name: /^Download/ }));
  expect(await card.findByRole('alert')).toBeInTheDocument();
});
