import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { FILE_FAILURES } from '../../../src/shared/file-failures.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { openDialog } from '../../../web/app/router/navigation.ts';
import { someUsage } from '../support/billing.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { FakeUploads } from '../support/fake-uploads.ts';
import type { KeptFile } from '../../../web/features/files/files-api.ts';
import { aFile, aFileList, aKeptFile, base64 } from '../support/files.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, openSettings, signedIn, startApp } from '../support/start-app.tsx';

/** A whole page with its lazy parts takes its time on a busy machine. */

let server: FakeServer;
let uploads: FakeUploads;
let app: ReturnType<typeof startApp>;

const PRO = { tier: 'basic', subscription: 'basic' } as const;
const LEASE = aKeptFile('lease.pdf', {
  type: 'application/pdf',
  description: 'The flat in Kreuzberg',
  tags: ['home'],
  size: 3_500_000,
});
const open = async (tier: 'free' | 'basic' = 'basic') => {
  const of = { tier, subscription: tier };
  server.on('GET', '/api/auth/me', () => answer({ user: aUser(of) }));
  app = startApp({ stored: signedIn(of) });
  act(() => {
    openDialog({ at: 'files' });
  });
  return screen.findByRole('dialog', { name: 'File Manager' });
};
const list = () => screen.findByRole('list', { name: 'Files' });
const queries = () => server.calls('GET', '/api/files').map(({ query }) => Object.fromEntries(query));

beforeEach(() => {
  server = aServer().on('GET', '/api/files', () =>
    answer(aFileList([LEASE, aKeptFile('notes.md', { chunkCount: 1, accessCount: 1 })])),
  );
  uploads = new FakeUploads().install();
});

afterEach(async () => {
  await act(() => setLanguage('en'));
  app.leave();
  uploads.restore();
  server.restore();
});

test('it opens from the settings and from the command palette', async () => {
  server.on('GET', '/api/auth/me', () => answer({ user: aUser(PRO) }));
  app = startApp({ stored: signedIn(PRO) });
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  await app.user.click(await screen.findByRole('option', { name: 'File Manager' }));
  const dialog = await screen.findByRole('dialog', { name: 'File Manager' });
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await app.user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
  await openSettings(app.user, 'Files');
  await app.user.click(await screen.findByRole('button', { name: 'File Manager' }));
  expect(await screen.findByRole('dialog', { name: 'File Manager' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull();
});

test('it lists files with size, type, chunks and uses, and what is used of the storage', async () => {
  await open();
  const rows = within(await list()).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('lease.pdf');
  expect(rows[0]).toHaveTextContent('3.3 MB · PDF · 12 chunks · used 3 times');
  expect(rows[0]).toHaveTextContent('The flat in Kreuzberg');
  expect(rows[0]).toHaveTextContent('Embedded');
  expect(rows[1]).toHaveTextContent('1.5 KB · Markdown · 1 chunk · used 1 time');
  expect(screen.getByText('25 MB of 500 MB used · 2 of 100 files')).toBeInTheDocument();
  expect(screen.getByRole('meter', { name: 'Storage' })).toBeInTheDocument();
  expect(queries()[0]).toEqual({ page: '1', limit: '20', search: '', tag: '', attachments: 'true' });
  expect(screen.queryByText(/^Page /)).toBeNull();
});

test('what was attached to messages counts too, so it is there, with its end, and can be deleted', async () => {
  const cat = aKeptFile('cat.png', {
    type: 'image/png',
    embedded: false,
    embeddingStatus: 'disabled',
    purpose: 'chat',
    expiresAt: '2026-11-25T12:00:00.000Z',
  });
  server
    .on('GET', '/api/files', () => answer(aFileList([cat], { mayUpload: false })))
    .on('DELETE', '/api/files/f-cat.png', () => answer({ success: true }));
  await open('free');
  expect(within(await list()).getByRole('listitem')).toHaveTextContent('Attached · until November 25, 2026');
  await app.user.click(screen.getByRole('button', { name: 'Delete cat.png' }));
  await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.calls('DELETE', '/api/files/f-cat.png')).toHaveLength(1));
});

test('files are dropped or chosen, described, tagged and kept; the embeddings are on unless unticked', async () => {
  const dialog = await open();
  await list();
  await act(async () => {
    fireEvent.drop(within(dialog).getByTestId('file-drop'), {
      dataTransfer: { types: ['Files'], files: [aFile('a.txt'), aFile('run.exe')] },
    });
  });
  act(() => {
    fireEvent.change(screen.getByLabelText('Files to keep'), { target: { files: [aFile('b.txt')] } });
  });
  const incoming = within(screen.getByRole('list', { name: 'Files to upload' }));
  expect(incoming.getByText(/^This kind of file is not accepted. Accepted: Image, PDF, .*Email/)).toBeInTheDocument();
  const embeddings = screen.getByRole('checkbox', { name: /Enable AI embeddings/ });
  expect(embeddings).toBeChecked();
  await app.user.type(screen.getByLabelText(/Description/), 'For the move');
  await app.user.type(screen.getByLabelText(/Tags/), 'home,  moving ,');
  await app.user.click(embeddings);
  await app.user.click(screen.getByRole('button', { name: 'Upload 2 files' }));
  expect(uploads.at(0).path).toBe('/api/files/upload');
  expect(Object.fromEntries(uploads.at(0).form)).toMatchObject({
    description: 'For the move',
    tags: 'home,moving',
    enableEmbedding: 'false',
  });
  await uploads.at(0).progress(0.5);
  expect(incoming.getByText('Uploading 50%')).toBeInTheDocument();
  await uploads.at(0).answer({ success: true, file: aKeptFile('a.txt') });
  await uploads.at(1).answer({ error: 'You have used up your storage.', code: 'USAGE_LIMIT_EXCEEDED' }, 403);
  expect(incoming.getByText('You have used up your storage.')).toBeInTheDocument();
  expect(incoming.queryByText('a.txt')).toBeNull();
  expect(screen.getByLabelText(/Description/)).toHaveValue('For the move');
  await waitFor(() => expect(queries().length).toBeGreaterThan(1));
  await app.user.click(incoming.getByRole('button', { name: 'Remove run.exe' }));
  await app.user.click(screen.getByRole('button', { name: 'Upload' }));
  await uploads.at(2).answer({ success: true, file: aKeptFile('b.txt') });
  expect(screen.getByText('1 file was uploaded.')).toHaveAttribute('role', 'status');
  expect(screen.getByLabelText(/Description/)).toHaveValue('');
  expect(screen.getByRole('checkbox', { name: /Enable AI embeddings/ })).toBeChecked();
});

test('it is searched by words, narrowed by tag, and looked at anew', async () => {
  await open();
  await list();
  await app.user.type(screen.getByRole('searchbox', { name: 'Search files' }), 'flat');
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ search: 'flat', page: '1' }));
  await app.user.selectOptions(screen.getByRole('combobox', { name: 'Filter by tag' }), 'home');
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ search: 'flat', tag: 'home' }));
  const before = queries().length;
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(queries().length).toBe(before + 1));
  server.on('GET', '/api/files', () => answer(aFileList([])));
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('No file fits this search.')).toBeInTheDocument();
});

test('pages are turned only where there are several', async () => {
  server.on('GET', '/api/files', ({ query }) =>
    answer(aFileList([LEASE], { pagination: { page: Number(query.get('page')), limit: 20, total: 41, pages: 3 } })),
  );
  await open();
  expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await app.user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
  expect(queries().at(-1)).toMatchObject({ page: '2' });
});

test('deleting asks first, and says what is lost', async () => {
  server.on('DELETE', '/api/files/f-lease.pdf', () => answer({ success: true }));
  await open();
  await list();
  await app.user.click(screen.getByRole('button', { name: 'Delete lease.pdf' }));
  const ask = await screen.findByRole('alertdialog');
  expect(ask).toHaveTextContent(
    'Are you sure you want to delete "lease.pdf"? This action cannot be undone and will remove all associated ' +
      'embeddings.',
  );
  await app.user.click(within(ask).getByRole('button', { name: 'Cancel' }));
  expect(server.calls('DELETE', '/api/files/f-lease.pdf')).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Delete lease.pdf' }));
  server.on('GET', '/api/files', () => answer(aFileList([])));
  await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/No files yet/)).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('after a deletion the focus is at the next file', async () => {
  const other = aKeptFile('plan.txt');
  server
    .on('GET', '/api/files', () => answer(aFileList([LEASE, other])))
    .on('DELETE', '/api/files/f-lease.pdf', () => answer({ success: true }));
  await open();
  await app.user.click(await screen.findByRole('button', { name: 'Delete lease.pdf' }));
  server.on('GET', '/api/files', () => answer(aFileList([other])));
  await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'lease.pdf' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: 'plan.txt' })).toHaveFocus());
});

test('a failed embedding says why and is tried again; while it runs the list is looked at by itself', async () => {
  const broken = aKeptFile('scan.pdf', {
    type: 'application/pdf',
    embeddingStatus: 'failed',
    embedded: false,
    chunkCount: 0,
    embeddingError: 'The embedding service did not answer.',
  });
  server
    .on('GET', '/api/files', () => answer(aFileList([broken])))
    .on('POST', '/api/files/f-scan.pdf/re-embed', () => answer({ success: true, file: broken }, 202));
  await open();
  const row = within(await list());
  expect(row.getByText('Embedding failed')).toBeInTheDocument();
  expect(row.getByText('The embedding service did not answer.')).toBeInTheDocument();
  server.on('GET', '/api/files', () => answer(aFileList([{ ...broken, embeddingStatus: 'pending' }])));
  await app.user.click(row.getByRole('button', { name: 'Re-embed scan.pdf' }));
  expect(await row.findByText('Embedding…')).toBeInTheDocument();
  expect(row.queryByRole('button', { name: 'Re-embed scan.pdf' })).toBeNull();
});

test('why a file is not embedded is told in the reader’s language, and so is why an upload is refused', async () => {
  const failed = { embeddingStatus: 'failed', embedded: false, chunkCount: 0 } as const;
  const files = [aKeptFile('scan.pdf', { ...failed, embeddingError: FILE_FAILURES.probablyScan })];
  server.on('GET', '/api/files', () => answer(aFileList(files)));
  const dialog = await open();
  await list();
  await act(() => setLanguage('de'));
  expect(await within(dialog).findByText('Dieses PDF hat keinen Text. Wahrscheinlich ist es ein Scan.')).toBeVisible();
  expect(within(dialog).queryByText(FILE_FAILURES.probablyScan)).toBeNull();
  fireEvent.drop(within(dialog).getByTestId('file-drop'), {
    dataTransfer: { types: ['Files'], files: [aFile('old.pdf')] },
  });
  await app.user.click(within(dialog).getByRole('button', { name: 'Hochladen' }));
  await uploads.at(0).answer({ error: `old.pdf cannot be used: ${FILE_FAILURES.encrypted}` }, 400);
  expect(await within(dialog).findByText(/^old\.pdf kann nicht verwendet werden: .*mit einem Passwort/)).toBeVisible();
});

test('a file says how many wait before it, that it is read, and that it is embedded', async () => {
  const at = (name: string, embedding: KeptFile['embedding']) =>
    aKeptFile(name, { embedded: false, embeddingStatus: 'pending', embedding });
  const files = [
    at('third.md', { state: 'waiting', before: 2 }),
    at('second.md', { state: 'waiting', before: 1 }),
    at('next.md', { state: 'waiting', before: 0 }),
    at('read.md', { state: 'reading', before: 0 }),
    at('now.md', { state: 'embedding', before: 0 }),
  ];
  server.on('GET', '/api/files', () => answer(aFileList(files)));
  await open();
  const items = within(await list()).getAllByRole('listitem');
  const words = ['Waiting: 2 files before it', 'Waiting: 1 file before it', 'Waiting: next of your files'];
  for (const [row, text] of [...words, 'Being read…', 'Embedding…'].entries())
    expect(items[row]).toHaveTextContent(text);
});

test('a file that waits because the service fails says so, why and since when', async () => {
  const waiting = aKeptFile('report.md', {
    embedded: false,
    embeddingStatus: 'pending',
    embeddingError: 'The embedding service did not answer.',
    embeddingFailingSince: '2026-11-21T14:22:00.000Z',
  });
  server.on('GET', '/api/files', () => answer(aFileList([waiting])));
  await open();
  const item = within(await list()).getByRole('listitem');
  expect(item).toHaveTextContent('Waiting to be embedded');
  expect(item).toHaveTextContent(
    /The embedding service has failed since Nov 21, 2026.*It is tried again by itself\. The embedding service did not answer\./,
  );
});

test('selected files go out with the next message', async () => {
  server
    .on('POST', '/api/ai/groq', () => reply('It ends in May.'))
    .on('POST', '/api/progress/chat', () => answer({ success: true }));
  const dialog = await open();
  await app.user.click(within(await list()).getByRole('checkbox', { name: 'Add lease.pdf to the next message' }));
  await app.user.click(within(await list()).getByRole('checkbox', { name: 'Add notes.md to the next message' }));
  expect(within(dialog).getByText('Selected Files (2)')).toBeInTheDocument();
  expect(within(dialog).getByText(/selected files are added to your next message/)).toBeInTheDocument();
  await app.user.click(within(dialog).getByRole('button', { name: 'Clear All' }));
  expect(within(dialog).queryByText(/Selected Files/)).toBeNull();
  await app.user.click(within(await list()).getByRole('checkbox', { name: 'Add lease.pdf to the next message' }));
  await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(within(screen.getByRole('list', { name: 'Attached files' })).getByText('lease.pdf')).toBeInTheDocument();
  await app.user.type(screen.getByPlaceholderText('Ask anything'), 'When does it end?');
  await app.user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/ai/groq')[0]?.body).toMatchObject({
      fileId: 'f-lease.pdf',
      fileIds: ['f-lease.pdf'],
    }),
  );
  expect(uploads.sent).toEqual([]);
});

test('a free account sees the upgrade note, and keeps the right to read and delete', async () => {
  server
    .on('GET', '/api/files', () => answer(aFileList([LEASE], { mayUpload: false })))
    .on('GET', '/api/ai/files/f-lease.pdf', () =>
      answer({ id: 'f-lease.pdf', name: 'lease.txt', type: 'text/plain', size: 5, content: base64('Hello') }),
    );
  const dialog = await open('free');
  expect(await within(dialog).findByText(/needs a Pro or Premium plan/)).toBeInTheDocument();
  expect(within(dialog).queryByTestId('file-drop')).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Delete lease.pdf' })).toBeInTheDocument();
  await app.user.click(within(dialog).getByRole('button', { name: 'lease.pdf' }));
  const preview = await screen.findByRole('dialog', { name: 'lease.txt' });
  expect(await within(preview).findByText('Hello')).toBeInTheDocument();
  await app.user.click(within(preview).getByRole('button', { name: 'Close' }));
  expect(within(dialog).getByRole('button', { name: 'lease.pdf' })).toHaveFocus();
});

test('of documents and tables the text is shown that was read in them', async () => {
  const facts = (name: string) => ({ id: `f-${name}`, name, type: 'application/octet-stream', size: 5, content: '' });
  const table = ['fruit | price\napple | 2.5', 'fruit | price\npear | 3'].map((text) => ({
    kind: 'table',
    text,
    level: 0,
    page: null,
  }));
  const texts = {
    'letter.docx': {
      blocks: [
        { kind: 'heading', text: 'Rent', level: 1, page: null },
        { kind: 'text', text: '- warm\n  - and dry\n- quiet', level: 0, page: null },
        { kind: 'text', text: 'It is due monthly.', level: 0, page: null },
        { kind: 'code', text: 'x = 1', level: 0, page: null },
      ],
      cut: true,
    },
    'prices.csv': { blocks: table, cut: false },
    'talk.pptx': {
      blocks: ['One', 'Two'].map((text, index) => ({ kind: 'heading', text, level: 1, page: index + 1 })),
      cut: false,
    },
  };
  server.on('GET', '/api/files', () =>
    answer(aFileList([...Object.keys(texts), 'scan.xlsx'].map((name) => aKeptFile(name)))),
  );
  for (const [name, text] of Object.entries(texts)) {
    server.on('GET', `/api/ai/files/f-${name}`, ({ query }) =>
      answer(query.get('content') === 'text' ? { ...facts(name), text } : facts(name)),
    );
  }
  server.on('GET', '/api/ai/files/f-scan.xlsx', ({ query }) =>
    query.get('content') === 'text'
      ? answer({ error: 'There is no text in it.', code: 'VALIDATION_ERROR', field: 'file' }, 400)
      : answer(facts('scan.xlsx')),
  );
  await open();
  const look = async (name: string) => {
    await app.user.click(within(await list()).getByRole('button', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const letter = await look('letter.docx');
  expect(await letter.findByRole('heading', { name: 'Rent' })).toBeInTheDocument();
  expect(letter.getByText('It is due monthly.')).toBeInTheDocument();
  expect(letter.getByText('x = 1')).toBeInTheDocument();
  expect(letter.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['warm', 'and dry', 'quiet']);
  expect(letter.getByRole('note')).toHaveTextContent('the beginning of a long file');
  await app.user.click(letter.getByRole('button', { name: 'Close' }));
  const prices = await look('prices.csv');
  const said = (role: string) => prices.getAllByRole(role).map(({ textContent }) => textContent);
  expect(await prices.findAllByRole('row')).toHaveLength(3);
  expect([said('columnheader'), said('cell')]).toEqual([
    ['fruit', 'price'],
    ['apple', '2.5', 'pear', '3'],
  ]);
  expect(prices.getByRole('note')).toHaveTextContent('This is the text of the file, without its layout.');
  await app.user.click(prices.getByRole('button', { name: 'Close' }));
  const talk = await look('talk.pptx');
  expect(await talk.findByText('Slide 2')).toBeInTheDocument();
  await app.user.click(talk.getByRole('button', { name: 'Close' }));
  expect(
    await (await look('scan.xlsx')).findByText('There is no text in it. Download it to open it.'),
  ).toBeInTheDocument();
});

test('a scan shows which of its pages is read, until it is embedded', async () => {
  const scan = (name: string, page: number) =>
    aKeptFile(name, { embeddingStatus: 'pending', reading: { page, pages: 12 } });
  server.on('GET', '/api/files', () => answer(aFileList([scan('waits.pdf', 0), scan('scan.pdf', 3)])));
  await open();
  const rows = within(await list());
  expect(rows.getByText('Waiting to be read')).toBeInTheDocument();
  expect(rows.getByText('Reading page 3 of 12')).toBeInTheDocument();
  server.on('GET', '/api/files', () => answer(aFileList([aKeptFile('scan.pdf')])));
  await app.user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await rows.findByText('Embedded')).toBeInTheDocument();
});

test('a message takes as many files as the server says', async () => {
  server.on('GET', '/api/ai/usage', () => answer(someUsage({ files: { maxPerMessage: 1, maxFileSize: 1_000 } })));
  await open();
  const rows = within(await list());
  const more = () => rows.getByRole('checkbox', { name: 'Add notes.md to the next message' });
  expect(more()).toBeEnabled();
  await app.user.click(rows.getByRole('checkbox', { name: 'Add lease.pdf to the next message' }));
  expect(more()).toBeDisabled();
});

test('a list that does not come can be asked for again', async () => {
  server.on('GET', '/api/files', () => answer({ error: 'Oh no' }, 500));
  await open();
  expect(await screen.findByText('Your files could not be loaded.')).toBeInTheDocument();
  server.on('GET', '/api/files', () => answer(aFileList([LEASE])));
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(within(await list()).getByText('lease.pdf')).toBeInTheDocument();
});

test('what groups share is listed by group, to be read and added but not changed', async () => {
  const user = aUser({ ...PRO, inGroups: true });
  const shared = (name: string, embeddingStatus: string) => ({
    id: `g-${name}`,
    name,
    size: 2048,
    type: 'text/markdown',
    description: '',
    embeddingStatus,
    createdAt: '2026-11-21T12:00:00.000Z',
  });
  server
    .on('GET', '/api/auth/me', () => answer({ user }))
    .on('GET', '/api/knowledge', () =>
      answer({ knowledge: [{ id: 'group:g1', name: 'Lab', files: 2, embedded: 1, size: 4096 }] }),
    )
    .on('GET', '/api/knowledge/group%3Ag1/files', () =>
      answer({ files: [shared('rules.md', 'completed'), shared('new.md', 'pending')], total: 2 }),
    );
  const { session } = signedIn(PRO);
  app = startApp({ stored: { ...signedIn(PRO), session: { ...session, user } } });
  act(() => {
    openDialog({ at: 'files' });
  });
  const part = within(await screen.findByRole('region', { name: 'Shared with you' }));
  expect(part.getByRole('listitem')).toHaveTextContent('Lab1 of 2 files ready · 4 KB');
  await app.user.click(part.getByRole('button', { name: 'Show the files of Lab' }));
  const files = within(await part.findByRole('list', { name: 'Files of Lab' }));
  expect(await files.findByRole('button', { name: 'rules.md' })).toBeInTheDocument();
  expect(files.getByRole('checkbox', { name: 'Add new.md to the next message' })).toBeDisabled();
  expect(files.queryByRole('button', { name: /Delete/ })).toBeNull();
  await app.user.click(files.getByRole('checkbox', { name: 'Add rules.md to the next message' }));
  await app.user.click(part.getByRole('checkbox', { name: 'Add all files of Lab' }));
  const lists = Object.values(app.store.getState().attachments.lists).flat();
  expect(lists.map(({ id }) => id)).toEqual(['g-rules.md', 'group:g1']);
});
