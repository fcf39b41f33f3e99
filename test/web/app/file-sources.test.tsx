import { screen, waitFor, within } from '@testing-library/react';

import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { someDetails } from '../support/a-document.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aRetrieval, base64 } from '../support/files.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

/** A whole page with its lazy parts takes its time on a busy machine. */

let server: FakeServer;
let app: ReturnType<typeof startApp>;

const CHAT = aChat('Lease');
const SNIPPET = 'Term. The lease ends on 31 May 2027. Rent is due monthly.';
const FROM_FILE = { id: 's1', title: 'lease.txt, page 3', url: '/?file=f1&page=3', snippet: SNIPPET };
const FROM_WEB = {
  id: 's2',
  title: 'Tenancy law',
  url: 'https://www.law.example/term',
  snippet: 'What the law says.',
  icon: '/api/site-icon?id=law',
};
const DETAILS = someDetails({
  sources: [FROM_FILE, FROM_WEB],
  images: [],
  citations: {
    checked: 1,
    supported: 1,
    marks: [{ index: 0, source: 1, supported: true, passage: 'The lease ends on 31 May 2027.' }],
  },
});

const start = (details = DETAILS) => {
  const messages = [
    aMessage('user', 'When does it end?', { id: 'q1' }),
    aMessage('assistant', 'It ends in May 2027 [1].', { id: 'a1', parentId: 'q1', replyId: 'r1', details }),
  ];
  server.on('GET', '/api/progress/chat/*', () => answer(anOpenChat(CHAT, messages)));
  app = startApp({ stored: { ...signedIn(), 'chat-storage': { currentChatId: CHAT.id } } });
};

beforeEach(() => {
  server = aServer()
    .on('GET', '/api/ai/files/f1', () =>
      answer({ id: 'f1', name: 'lease.txt', type: 'text/plain', size: 11, content: base64('The lease …') }),
    )
    .on('GET', '/api/ai/replies/r1/retrieval', () => answer({ retrieval: aRetrieval() }));
});

afterEach(() => {
  app.leave();
  server.restore();
});

test('a file among the sources is no web site: without a site icon, it opens over the page', async () => {
  start();
  const sources = within(await screen.findByRole('list', { name: 'Sources' }));
  const [file, web] = sources.getAllByRole('link');
  expect(file).toHaveTextContent('Your file');
  expect(file).toHaveTextContent('lease.txt, page 3');
  expect(file?.querySelector('img')).toBeNull();
  expect(file).not.toHaveAttribute('target');
  expect(web).toHaveAttribute('target', '_blank');
  expect(web?.querySelector('img')).toHaveAttribute('src', '/api/site-icon?id=law');
  if (file) await app.user.click(file);
  const preview = await screen.findByRole('dialog', { name: 'lease.txt' });
  expect(await within(preview).findByText('The lease …')).toBeInTheDocument();
  expect(within(preview).getByRole('button', { name: 'Download' })).toBeInTheDocument();
});

test('its card shows the passage that carries the sentence', async () => {
  start();
  await app.user.hover(await screen.findByRole('button', { name: 'Source 1: lease.txt, page 3' }));
  const card = await screen.findByRole('group', { name: 'Source 1' });
  expect(card).toHaveTextContent('Your file');
  expect(card.querySelector('mark')).toHaveTextContent('The lease ends on 31 May 2027.');
  await app.user.click(within(card).getByRole('link', { name: 'lease.txt, page 3' }));
  expect(await screen.findByRole('dialog', { name: 'lease.txt' })).toBeInTheDocument();
});

test('a mark of a file without pages opens it at the passage, however its spaces are', async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.textContent ?? '');
  };
  const text = `# Lease\n\n${'Nothing of note. '.repeat(40)}\n\nThe lease ends\non 31 May 2027. Rent is due.`;
  server.on('GET', '/api/ai/files/f2', () =>
    answer({ id: 'f2', name: 'lease.md', type: 'text/markdown', size: text.length, content: base64(text) }),
  );
  const source = { id: 's1', title: 'lease.md › Lease', url: '/?file=f2', snippet: 'Nothing of note.' };
  start({ ...DETAILS, sources: [source] });
  await app.user.hover(await screen.findByRole('button', { name: 'Source 1: lease.md › Lease' }));
  const card = await screen.findByRole('group', { name: 'Source 1' });
  await app.user.click(within(card).getByRole('link', { name: 'Open at this place' }));
  await screen.findByRole('dialog', { name: 'lease.md' });
  await waitFor(() => expect(scrolled).toEqual(['The lease ends\non 31 May 2027. Rent is due.']));
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('the document lists it as a file, without an address', async () => {
  start();
  await app.user.click(await screen.findByRole('button', { name: 'Open in document view' }));
  const sources = within(await screen.findByTestId('doc-sources'));
  expect(sources.getByText('Your file')).toBeInTheDocument();
  expect(sources.queryByText('/?file=f1&page=3')).toBeNull();
  expect(sources.getByText('https://www.law.example/term')).toBeInTheDocument();
  expect(sources.getByRole('link', { name: 'lease.txt, page 3' })).not.toHaveAttribute('target');
});

test('"Why this answer?" tells what was searched, what the model was given, and what was unreadable', async () => {
  start();
  await app.user.click(await screen.findByRole('button', { name: 'Why this answer?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this answer?' }));
  expect(await dialog.findByText('When does the lease end?')).toBeInTheDocument();
  const given = within(dialog.getByRole('region', { name: 'Given to the model' }));
  expect(given.getByText('The lease ends on 31 May 2027.')).toBeInTheDocument();
  expect(given.getByText('No. 2 by words, no. 1 by meaning, no. 1 after the second look')).toBeInTheDocument();
  expect(given.queryByText('Pets are allowed.')).toBeNull();
  expect(dialog.getByText('Considered, but not given (1)')).toBeInTheDocument();
  expect(dialog.getByText('Not found by words, no. 14 by meaning, no. 2 after the second look')).toBeInTheDocument();
  expect(dialog.getByText('Not read. This PDF has no text: it is probably a scan.')).toBeInTheDocument();
  await app.user.click(given.getByRole('button', { name: 'lease.pdf · page 3 · Term' }));
  expect(await screen.findByRole('dialog', { name: 'lease.txt' })).toBeInTheDocument();
});

test('"Why this answer?" names the other wordings and the one that found a passage', async () => {
  const [first, second] = aRetrieval().considered;
  if (!first || !second) throw new Error('two passages are expected');
  const wordings = [
    { kind: 'question' as const, text: 'And when does it end?' },
    { kind: 'previous' as const, text: 'And when does it end?\nHow long is the lease?' },
    { kind: 'reworded' as const, text: 'When does the lease end?' },
    { kind: 'terms' as const, text: '' },
  ];
  const considered = [
    { ...first, wording: 2 },
    { ...first, wording: 1 },
    { ...first, wording: 0 },
    { ...second, given: true, wording: 3 },
    { ...second, given: true, wording: null, finalRank: null },
  ];
  const retrieval = aRetrieval({ query: 'And when does it end?', wordings, considered, secondLook: 'cross-encoder' });
  server.on('GET', '/api/ai/replies/r1/retrieval', () => answer({ retrieval }));
  start();
  await app.user.click(await screen.findByRole('button', { name: 'Why this answer?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Why this answer?' }));
  const others = within(await dialog.findByRole('region', { name: 'Also searched for' }));
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your question together with earlier ones',
    'When does the lease end?',
  ]);
  expect(dialog.getByText(/compared with the question once more by a ranking model/)).toBeInTheDocument();
  const given = within(dialog.getByRole('region', { name: 'Given to the model' }));
  expect(given.getAllByText(/^Found/).map(({ textContent }) => textContent)).toEqual([
    'Found by the wording When does the lease end?',
    'Found with the words of your earlier questions',
    'Found by your question',
    'Found by a wording that was removed with a file',
  ]);
  expect(given.getByText('Not found by words, no. 14 by meaning')).toBeInTheDocument();
});

test('an answer from the web alone has nothing of files to explain', async () => {
  start(someDetails({ sources: [FROM_WEB], images: [] }));
  await screen.findByRole('button', { name: 'Open in document view' });
  expect(screen.queryByRole('button', { name: 'Why this answer?' })).toBeNull();
});

test('the address of a file opens it when the page comes up, and leaves no trace in the address', async () => {
  window.history.replaceState(null, '', '/?file=f1&page=3');
  start();
  expect(await screen.findByRole('dialog', { name: 'lease.txt' })).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

test('a file that is gone says so; a visitor is asked to sign in for it', async () => {
  server.on('GET', '/api/ai/files/f1', () => answer({ error: 'File not found' }, 404));
  window.history.replaceState(null, '', '/?file=f1');
  start();
  expect(await screen.findByText('This file is no longer kept here.')).toBeInTheDocument();
  app.leave();
  localStorage.clear();
  window.history.replaceState(null, '', '/?file=f1');
  app = startApp();
  expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
});

test('of a file given whole the passages that the answer cites are shown, and the others on demand', async () => {
  const sources = Array.from({ length: 40 }, (_, at) => ({
    ...FROM_FILE,
    id: `s${at + 1}`,
    title: `lease.txt › Clause ${at + 1}`,
    url: `/?file=f1&part=${at + 1}`,
  }));
  start(someDetails({ sources: [FROM_FILE, ...sources.slice(1)], images: [], citations: null }));
  const list = within(await screen.findByRole('list', { name: 'Sources' }));
  expect(list.getAllByRole('link')).toHaveLength(1);
  await app.user.click(list.getByRole('button', { name: '39 more passages, not cited' }));
  expect(list.getAllByRole('link')).toHaveLength(40);
  expect(list.getByRole('link', { name: /Clause 40/ })).toBeInTheDocument();
});

test('why an answer came about says which files were given whole, and how much of the others', async () => {
  const note = { fileName: 'a.txt', note: '', total: 3 };
  const whole = { ...note, fileId: 'f1', how: 'whole' as const, given: 3 };
  server.on('GET', '/api/ai/replies/r1/retrieval', () =>
    answer({ retrieval: { ...aRetrieval(), considered: [], wordings: [], secondLook: null, files: [whole] } }),
  );
  start();
  await app.user.click(await screen.findByRole('button', { name: 'Why this answer?' }));
  expect(
    await screen.findByText('All files fit and were given to the model whole. Nothing had to be looked up.'),
  ).toBeVisible();
  expect(screen.queryByText(/Given to the model \(/)).toBeNull();
});
