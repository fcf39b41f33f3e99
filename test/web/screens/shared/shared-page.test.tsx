import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import type { SharedConversation } from '../../../../src/contract/shares.ts';
import { cutOf } from '../../../../src/shared/reply-status.ts';
import { SharedPage } from '../../../../web/screens/shared/shared-page.tsx';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { toMessage } from '../../../../web/screens/shared/shared-turns.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';
import { layOutLines } from '../../support/tall-texts.ts';

test('a shared answer keeps how it was cut', () => {
  const [, turn] = shared().turns;
  if (!turn) throw new Error('no answer');
  const cutAs = (cut: 'length' | 'filtered', status: 'complete' | 'interrupted') =>
    cutOf(toMessage({ ...turn, status, cut }));
  expect([cutAs('length', 'complete'), cutAs('filtered', 'interrupted')]).toEqual(['length', 'filtered']);
  expect(cutOf(toMessage(turn))).toBeUndefined();
});

const TOKEN = 'x'.repeat(43);
const AT = '2026-11-21T12:00:00.000Z';

const shared = (more: Partial<SharedConversation> = {}): SharedConversation => ({
  kind: 'chat',
  title: 'Bread',
  name: null,
  createdAt: AT,
  turns: [
    {
      id: 'q1',
      role: 'user',
      content: 'How does it rise?',
      timestamp: AT,
      status: 'complete',
      messageMode: null,
      files: 2,
      details: null,
    },
    {
      id: 'a1',
      role: 'assistant',
      content: 'By yeast [1], as I wrote [2].',
      timestamp: AT,
      status: 'complete',
      messageMode: { isAgent: true, agentType: 'research_agent' },
      files: 0,
      details: {
        sources: [
          { id: 's1', title: 'Yeast', url: 'https://yeast.example/', snippet: 'It rises.' },
          { id: 's2', title: 'A file that is not shared', url: '', snippet: '' },
        ],
        images: [],
        citations: {
          checked: 2,
          supported: 2,
          marks: [
            { index: 0, source: 1, supported: true, passage: 'It rises.' },
            { index: 1, source: 2, supported: true, passage: '' },
          ],
        },
        corrections: [],
        document: {
          title: 'On bread',
          time: AT,
          sections: [{ kind: 'answer', title: null, text: 'By yeast [1], as I wrote [2].', collapsible: false }],
          keyPoints: [],
          academicSummary: [],
        },
        synthesis: 'In all, knead [1].',
      },
    },
  ],
  ...more,
});

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
});
afterEach(() => server.restore());
afterEach(() => act(() => setLanguage('en')));

const open = (said: () => Response | Promise<Response>) => {
  server.on('GET', `/api/shared/${TOKEN}`, said);
  localStorage.setItem('session', JSON.stringify({ token: 't1' }));
  render(<SharedPage token={TOKEN} />);
  return userEvent.setup();
};

test('a shared conversation is read with sources and marks, and nothing can be asked or changed', async () => {
  open(() => answer(shared()));
  expect(await screen.findByRole('heading', { level: 1, name: 'Bread' })).toBeInTheDocument();
  expect(screen.getByText('Shared on November 21, 2026')).toBeInTheDocument();
  expect(screen.getByText('How does it rise?')).toBeInTheDocument();
  expect(screen.getByText('2 attached files are not shared')).toBeInTheDocument();
  expect(await screen.findByRole('list', { name: 'Sources' })).toHaveTextContent('Yeast');
  expect(screen.getByRole('list', { name: 'Sources' }).children).toHaveLength(1);
  for (const name of ['Edit', 'Regenerate', 'Retry', 'Share this answer'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(document.title).toBe('Bread · Parley');
});

test('nothing but the share and the look of the place is asked for, and without the reader’s session', async () => {
  open(() => answer(shared()));
  await screen.findByRole('heading', { level: 1 });
  expect(server.asked.map(({ path }) => path)).toEqual([`/api/shared/${TOKEN}`, '/api/theme']);
  for (const { headers } of server.asked) expect(headers.get('Authorization')).toBeNull();
});

test('an answer opens as a document and leads back', async () => {
  const user = open(() => answer(shared({ name: 'Ada' })));
  expect(await screen.findByText('Shared by Ada on November 21, 2026')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open in document view' }));
  expect(await screen.findByTestId('document-view')).toHaveTextContent('On bread');
  expect(screen.getByRole('heading', { level: 1, name: 'On bread' })).toHaveFocus();
  expect(screen.queryByText('Ask a follow-up')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Switch view' }));
  expect(screen.getByTestId('document-view')).toHaveAttribute('data-layout', 'reading');
  await user.click(screen.getByRole('button', { name: 'Back to chat' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Bread' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open in document view' })).toHaveFocus());
});

test('one shared answer is a document from the start, with no chat to go back to', async () => {
  open(() => answer(shared({ kind: 'reply', title: 'On bread' })));
  expect(await screen.findByTestId('document-view')).toHaveTextContent('On bread');
  expect(screen.queryByRole('button', { name: 'Back to chat' })).not.toBeInTheDocument();
});

test('a file among the sources is named in the language of the reader', async () => {
  const { turns } = shared();
  const titles = () => turns.flatMap((turn) => toMessage(turn).details?.sources.map(({ title }) => title) ?? []);
  expect(titles()).toEqual(['Yeast', 'A file that is not shared']);
  await act(() => setLanguage('de'));
  expect(titles()).toEqual(['Yeast', 'Eine Datei, die nicht geteilt ist']);
});

test('a reader of another language is spoken to in it, and what was shared stays as it is', async () => {
  open(() => answer(shared()));
  expect(await screen.findByText('How does it rise?')).toBeInTheDocument();
  await act(() => setLanguage('ar'));
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(screen.getByText('ملفان مرفقان غير مشتركين')).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'المصادر' })).toHaveTextContent('Yeast');
  expect(screen.getByText('How does it rise?')).toBeInTheDocument();
});

test('a link that leads nowhere says so, and no more', async () => {
  open(() => answer({ error: 'Shared link not found' }, 404));
  expect(await screen.findByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a failure is told and can be tried again', async () => {
  let broken = true;
  const user = open(() => (broken ? answer({ error: 'Internal error' }, 500) : answer(shared())));
  const again = await screen.findByRole('button', { name: 'Try again' });
  broken = false;
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'Bread' })).toBeInTheDocument();
});

test('it is set for the printer', async () => {
  const print = window.print;
  let printed = '';
  window.print = () => {
    printed = screen.getByTestId('print-sheet').textContent ?? '';
  };
  const user = open(() => answer(shared({ name: 'Ada' })));
  await user.click(await screen.findByRole('button', { name: 'Print or save as PDF' }));
  await waitFor(() => expect(printed).toContain('November 21, 2026 · Ada · Parley'));
  window.print = print;
});

test('a long question is read to its end, and stays open while an answer is a document', async () => {
  const restore = layOutLines();
  try {
    const [question, ...rest] = shared().turns;
    if (!question) throw new Error('no question');
    const content = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
    const user = open(() => answer(shared({ turns: [{ ...question, content }, ...rest] })));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(screen.getByText(/line 19/)).not.toHaveAttribute('data-folded');
    await user.click(screen.getByRole('button', { name: 'Open in document view' }));
    await user.click(await screen.findByRole('button', { name: 'Back to chat' }));
    await user.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.getByText(/line 19/)).toHaveAttribute('data-folded');
  } finally {
    restore();
  }
});

test('the operator’s own pages are linked under every shared page, found or not', async () => {
  server.on('GET', '/api/theme', () => answer({ legal: { imprint: 'https://example.org/imprint', privacy: null } }));
  open(() => answer({ error: 'Shared link not found' }, 404));
  expect(await screen.findByRole('link', { name: 'Imprint' })).toHaveAttribute('href', 'https://example.org/imprint');
  expect(screen.queryByRole('link', { name: 'Privacy' })).not.toBeInTheDocument();
});

describe('a page that somebody finds wrong', () => {
  const REPORTS = `/api/shared/${TOKEN}/reports`;
  const dialog = () => screen.findByRole('dialog', { name: 'Report this page' });
  const form = async () => within(await dialog());

  const write = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Report this page' }));
    await user.selectOptions((await form()).getByLabelText('What is wrong?'), 'Private data');
    await user.type((await form()).getByLabelText(/In your own words/), 'My number');
  };
  const send = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click((await form()).getByRole('button', { name: 'Send report' }));

  test('is reported with a reason, and without the reader’s session', async () => {
    server.on('POST', REPORTS, () => answer({ success: true }));
    const user = open(() => answer(shared()));
    await user.click(await screen.findByRole('button', { name: 'Report this page' }));
    await send(user);
    expect((await form()).getByText('Please say what is wrong.')).toBeInTheDocument();
    await user.click((await form()).getByRole('button', { name: 'Cancel' }));
    await write(user);
    await send(user);
    expect(await screen.findByText(/The report was sent to the operator/)).toHaveAttribute('role', 'status');
    const [call] = server.calls('POST', REPORTS);
    expect(call?.body).toEqual({ reason: 'privacy', text: 'My number' });
    expect(call?.headers.get('Authorization')).toBeNull();
    await user.click((await form()).getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('asks for a captcha when the server wants one, and says when too many came', async () => {
    server
      .on('POST', REPORTS, () => answer({ error: 'Report failed', code: 'CAPTCHA_REQUIRED' }, 403))
      .on('GET', '/api/auth/ways', () =>
        answer({ captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false } }),
      );
    const user = open(() => answer(shared()));
    await write(user);
    await send(user);
    expect(await (await form()).findByRole('checkbox')).not.toBeChecked();
    await send(user);
    expect(server.calls('POST', REPORTS)).toHaveLength(1);
  });

  test.each([
    [429, /Too many reports came from your network/],
    [500, /The report could not be sent/],
  ])('says what became of it: %d', async (status, words) => {
    server.on('POST', REPORTS, () => answer({ error: 'x' }, status));
    const user = open(() => answer(shared()));
    await write(user);
    await send(user);
    expect(await (await form()).findByText(words)).toBeInTheDocument();
    expect((await form()).getByLabelText(/In your own words/)).toHaveValue('My number');
  });

  test('was taken down: it says so plainly, and cannot be reported', async () => {
    open(() => answer({ error: 'This page was taken down by the operator of this server' }, 410));
    expect(await screen.findByRole('heading', { name: 'This page was taken down' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Report this page' })).not.toBeInTheDocument();
  });
});
