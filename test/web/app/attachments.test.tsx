import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { FILE_FAILURES } from '../../../src/shared/file-failures.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { keepPageOnDrop } from '../../../web/lib/keep-page-on-drop.ts';
import { storedFileAttached } from '../../../web/state/attachments-slice.ts';
import { chatSelected, NEW_CHAT_DRAFT } from '../../../web/state/chat-slice.ts';
import { tokenSet, userSet } from '../../../web/state/session-slice.ts';
import { someUsage } from '../support/billing.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { FakeUploads } from '../support/fake-uploads.ts';
import { aFile, base64 } from '../support/files.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

/** A whole page with its lazy parts takes its time on a busy machine. */

let server: FakeServer;
let uploads: FakeUploads;
let app: ReturnType<typeof startApp>;

const chosen = (...files: readonly File[]) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText('Files to attach'), { target: { files } });
  });
const chips = () => screen.findByRole('list', { name: 'Attached files' });
const box = () => screen.findByPlaceholderText('Ask anything');
const sendButton = () => screen.getByRole('button', { name: 'Send' });
const kept = (id: string, name: string, type = 'application/pdf') => ({ id, name, type, size: 2_048, expiresAt: null });
const PRO = { tier: 'basic', subscription: 'basic' } as const;
const pro = (stored: Record<string, unknown> = {}) => {
  server.on('GET', '/api/auth/me', () => answer({ user: signedIn(PRO).session.user }));
  app = startApp({ stored: { ...signedIn(PRO), ...stored } });
};
const answered = () =>
  waitFor(() => expect(screen.getAllByTestId('message-assistant').at(-1)).toHaveTextContent('Here you are.'));
const questions = () => server.calls('POST', '/api/ai/groq').map(({ body }) => body);

beforeEach(() => {
  server = aServer()
    .on('POST', '/api/ai/groq', () => reply('Here you are.'))
    .on('POST', '/api/progress/chat', () => answer({ success: true }))
    .on('POST', '/api/external/process-image', () => answer({ description: 'A cat on a chair.' }));
  uploads = new FakeUploads().install();
});

afterEach(async () => {
  await act(() => setLanguage('en'));
  app.leave();
  uploads.restore();
  server.restore();
});

test('files upload as soon as they are chosen, with their progress, and go out with the question', async () => {
  pro();
  await chosen(aFile('lease.pdf', 'application/pdf'), aFile('notes.md', 'text/markdown'));
  const list = within(await chips());
  expect(list.getByText('lease.pdf')).toBeInTheDocument();
  expect(app.store.getState().ui.fileUploading).toBe(true);
  expect(uploads.at(0)).toMatchObject({ path: '/api/ai/upload', headers: { Authorization: 'Bearer t1' } });
  expect((uploads.at(0).form.get('file') as File).name).toBe('lease.pdf');
  await uploads.at(0).progress(0.4);
  expect(list.getByText('Uploading 40%')).toBeInTheDocument();
  expect(list.getByRole('progressbar', { name: 'Uploading lease.pdf' })).toHaveAttribute('aria-valuenow', '40');
  await uploads.at(0).answer(kept('f1', 'lease.pdf'));
  await uploads.at(1).answer(kept('f2', 'notes.md', 'text/markdown'));
  expect(app.store.getState().ui.fileUploading).toBe(false);
  // In a language that runs from the right, the number stays beside its unit.
  expect(list.getByText('PDF · 2 KB')).toHaveAttribute('dir', 'auto');
  await app.user.type(await box(), 'When does it end?');
  await app.user.click(sendButton());
  await answered();
  expect(questions()[0]).toMatchObject({ fileId: 'f1', fileIds: ['f1', 'f2'] });
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
  const question = within(screen.getByTestId('message-user'));
  expect(question.getByRole('button', { name: /^Open lease\.pdf/ })).toBeInTheDocument();
  expect(question.getByText('When does it end?')).toBeInTheDocument();
});

test('a file alone is a question; neither words nor files are none', async () => {
  pro();
  await box();
  expect(sendButton()).toBeDisabled();
  await chosen(aFile('lease.pdf', 'application/pdf'));
  await uploads.at(0).answer(kept('f1', 'lease.pdf'));
  await app.user.click(sendButton());
  await answered();
  expect(questions()[0]).toMatchObject({ messages: [{ role: 'user', content: '' }], fileIds: ['f1'] });
});

test('a question sent during an upload waits for it in sight, and can be called back', async () => {
  pro();
  await chosen(aFile('lease.pdf', 'application/pdf'));
  await app.user.type(await box(), 'Sum it up');
  await app.user.click(sendButton());
  expect(await screen.findByText('Sends as soon as the files are ready.')).toBeInTheDocument();
  expect(sendButton()).toBeDisabled();
  await app.user.click(screen.getByRole('button', { name: 'Don’t send yet' }));
  expect(await box()).toHaveValue('Sum it up');
  await app.user.click(sendButton());
  expect(questions()).toEqual([]);
  await uploads.at(0).answer(kept('f1', 'lease.pdf'));
  await answered();
  expect(questions()).toHaveLength(1);
  expect(questions()[0]).toMatchObject({ fileIds: ['f1'] });
});

test('a failed upload says why, keeps text and file, ends the wait, and is tried again on demand', async () => {
  pro();
  await chosen(aFile('big.pdf', 'application/pdf'));
  await app.user.type(await box(), 'Sum it up');
  await app.user.click(sendButton());
  await uploads.at(0).answer({ error: 'big.pdf is larger than 10 MB' }, 413);
  expect(await screen.findByText('Upload failed')).toBeInTheDocument();
  expect(screen.getByText('Upload failed').closest('li')).toHaveTextContent('big.pdf');
  expect(screen.getByRole('alert')).toHaveTextContent('big.pdf is larger than 10 MB');
  expect(questions()).toEqual([]);
  expect(await box()).toHaveValue('Sum it up');
  const retry = screen.getByTitle('Upload failed - try again');
  expect(retry).toHaveAccessibleName('Upload failed - try again');
  await app.user.click(retry);
  await uploads.at(1).answer(kept('f1', 'big.pdf'));
  await app.user.click(sendButton());
  await answered();
  expect(questions()[0]).toMatchObject({ fileIds: ['f1'] });
});

test('an image shows itself and a vision model describes it; without a description it is kept', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  app = startApp({ stored: signedIn() });
  await chosen(aFile('cat.png', 'image/png', 'cat'));
  await uploads.at(0).answer(kept('i1', 'cat.png', 'image/png'));
  await waitFor(() => expect(server.calls('POST', '/api/external/process-image')).toHaveLength(1));
  expect(server.calls('POST', '/api/external/process-image')[0]?.body).toEqual({
    fileId: 'i1',
    fileName: 'cat.png',
    mimeType: 'image/png',
    analysisType: 'general',
  });
  await waitFor(() =>
    expect(app.store.getState().attachments.lists['new']?.[0]).toMatchObject({
      id: 'i1',
      state: 'ready',
      visionDescription: 'A cat on a chair.',
    }),
  );
  server.on('POST', '/api/external/process-image', () => answer({ error: 'Vision is off' }, 503));
  await chosen(aFile('dog.png', 'image/png', 'dog'));
  await uploads.at(1).answer(kept('i2', 'dog.png', 'image/png'));
  await waitFor(() =>
    expect(app.store.getState().attachments.lists['new']?.[1]).toMatchObject({
      id: 'i2',
      state: 'ready',
      visionDescription: null,
      undescribed: true,
      error: null,
    }),
  );
  // On a busy machine Redux Toolkit warns developers too, that its checks took long.
  expect(warned.mock.calls.filter(([said]) => said === 'The image could not be described.')).toHaveLength(1);
  warned.mockRestore();
  await app.user.click(sendButton());
  await answered();
  expect(screen.getByRole('button', { name: 'Open cat.png' }).querySelector('img')).toHaveAttribute(
    'src',
    `data:image/png;base64,${base64('cat')}`,
  );
});

test('why a file cannot be read is told beside it in the reader’s language', async () => {
  pro();
  await chosen(aFile('scan.pdf', 'application/pdf'));
  await act(() => setLanguage('de'));
  await uploads.at(0).answer({ error: `scan.pdf cannot be used: ${FILE_FAILURES.probablyScan}` }, 400);
  expect(
    await screen.findByText(
      'scan.pdf kann nicht verwendet werden: Dieses PDF hat keinen Text. Wahrscheinlich ist es ein Scan.',
    ),
  ).toBeInTheDocument();
});

test('files can be dropped anywhere and images pasted; what is not accepted and what is too much is said', async () => {
  pro();
  await box();
  const dataTransfer = { types: ['Files'], files: [aFile('a.txt'), aFile('setup.exe', 'application/x-msdownload')] };
  // The page takes files once it is calm.
  await waitFor(() => {
    fireEvent.dragEnter(window, { dataTransfer });
    expect(screen.getByText('Drop files to attach them')).toBeInTheDocument();
  });
  await act(async () => {
    fireEvent.drop(window, { dataTransfer });
  });
  expect(screen.queryByText('Drop files to attach them')).toBeNull();
  expect(await screen.findByText(/setup\.exe cannot be attached/)).toBeInTheDocument();
  await act(async () => {
    fireEvent.paste(window, { clipboardData: { types: ['Files'], files: [aFile('shot.png', 'image/png')] } });
  });
  expect(within(await chips()).getAllByRole('listitem')).toHaveLength(2);
  await chosen(aFile('b.txt'), aFile('c.txt'), aFile('d.txt'), aFile('e.txt'));
  expect(within(await chips()).getAllByRole('listitem')).toHaveLength(5);
  expect(await screen.findByText('3 of 4 files were taken. A message takes at most 5 files.')).toBeInTheDocument();
});

test('files that are dropped and images that are pasted as soon as the page is there are attached too', async () => {
  pro();
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [aFile('a.txt')] } });
  fireEvent.paste(window, { clipboardData: { types: ['Files'], files: [aFile('shot.png', 'image/png')] } });
  const list = within(await chips());
  expect(await list.findAllByRole('listitem')).toHaveLength(2);
  expect(list.getByText('a.txt')).toBeInTheDocument();
});

test('a drop of files never leaves the page, also where nothing takes them', async () => {
  pro();
  await box();
  keepPageOnDrop();
  expect(fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [] } })).toBe(false);
  expect(fireEvent.drop(window, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
});

test('of twenty dropped files it says how many were taken, and why not the others', async () => {
  pro();
  await box();
  await chosen(
    ...Array.from({ length: 15 }, (_, at) => aFile(`${at}.txt`)),
    ...Array.from({ length: 5 }, (_, at) => aFile(`${at}.exe`, 'application/x-msdownload')),
  );
  expect(
    await screen.findByText(
      '5 of 20 files were taken. A message takes at most 5 files. 0.exe, 1.exe, 2.exe and 2 more cannot be ' +
        'attached: this kind of file is not accepted. Accepted: Image, PDF, Document, Presentation, E-book, Email, ' +
        'Spreadsheet, Code, Markdown, Text.',
    ),
  ).toBeInTheDocument();
});

test('the account’s own limits hold: more files or larger ones are not sent', async () => {
  server.on('GET', '/api/ai/usage', () => answer(someUsage({ files: { maxPerMessage: 2, maxFileSize: 20 } })));
  pro();
  await box();
  await waitFor(() => expect(server.calls('GET', '/api/ai/usage')).toHaveLength(1));
  await chosen(aFile('a.txt'), aFile('b.txt', 'text/plain', 'More than twenty letters.'), aFile('c.txt'));
  expect(await screen.findByText('2 of 3 files were taken. A message takes at most 2 files.')).toBeInTheDocument();
  expect(within(await chips()).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('b.txt: The file is too large: a file may have at most 20 Bytes')).toBeInTheDocument();
  expect(uploads.sent).toHaveLength(1);
});

test('a file that is taken off is uploaded no further and sent no more', async () => {
  pro();
  await chosen(aFile('a.txt'), aFile('b.txt'));
  await app.user.click(within(await chips()).getByRole('button', { name: 'Remove a.txt' }));
  expect(uploads.at(0).aborted()).toBe(true);
  await uploads.at(1).answer(kept('f2', 'b.txt', 'text/plain'));
  await app.user.click(sendButton());
  await answered();
  expect(questions()[0]).toMatchObject({ fileIds: ['f2'] });
});

describe('a file taken off again', () => {
  const deleted = () => server.calls('DELETE', '/api/files/f1');
  const takeOff = async () => app.user.click(within(await chips()).getByRole('button', { name: 'Remove cat.png' }));
  beforeEach(() => {
    server.on('DELETE', '/api/files/f1', () => answer({ success: true }));
  });

  test('gives its place back when no message has taken it', async () => {
    pro();
    await chosen(aFile('cat.png', 'image/png'));
    await uploads.at(0).answer(kept('f1', 'cat.png', 'image/png'));
    await takeOff();
    await waitFor(() => expect(deleted()).toHaveLength(1));
    expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
  });

  test('stays with the account when it is a stored one, or was sent before', async () => {
    pro();
    await box();
    for (const permanent of [true, false]) {
      act(() => {
        app.store.dispatch(
          storedFileAttached({
            chat: NEW_CHAT_DRAFT,
            uid: 'u1',
            permanent,
            file: { id: 'f1', name: 'cat.png', type: 'image/png', size: 1, content: null, visionDescription: null },
          }),
        );
      });
      await takeOff();
    }
    expect(deleted()).toEqual([]);
  });
});

test('a free account is told that other files need a plan, and is shown the plans', async () => {
  server.on('GET', '/api/subscription/status', () =>
    answer({
      tier: 'free',
      price: 0,
      status: 'none',
      dailyLimit: 30,
      models: [],
      stripeSubscriptionId: null,
      stripeCustomerId: null,
    }),
  );
  app = startApp({ stored: signedIn() });
  await chosen(aFile('lease.pdf', 'application/pdf'));
  expect(await screen.findByText(/This feature requires a subscription\./)).toBeInTheDocument();
  expect(uploads.sent).toEqual([]);
  expect(app.store.getState().ui.subscriptionModalOpen).toBe(true);
  expect(
    await screen.findByText(/^“[^”]+\.\w+” was not taken: your plan does not include this kind of file\.$/),
  ).toBeInTheDocument();
});

test('the server may refuse as well: an unverified account is asked to verify, and the file waits', async () => {
  server.on('GET', '/api/auth/me', () => answer({ user: signedIn({ emailVerified: false }).session.user }));
  app = startApp({ stored: signedIn({ emailVerified: false }) });
  await chosen(aFile('cat.png', 'image/png'));
  await uploads.at(0).answer({ error: 'Please verify your email', code: 'EMAIL_VERIFICATION_REQUIRED' }, 403);
  expect(app.store.getState().verification.open).toBe(true);
  expect(app.store.getState().attachments.lists['new']).toHaveLength(1);
});

test('a visitor who wants to attach is asked to sign in, and what they typed waits', async () => {
  app = startApp();
  await app.user.type(await box(), 'Look at this');
  await app.user.click(screen.getByRole('button', { name: 'Attach files' }));
  expect(await screen.findByRole('dialog', { name: 'Welcome Back' })).toBeInTheDocument();
  expect(app.store.getState().ui.pendingMessage).toBe('Look at this');
});

test('what is attached stays with its chat while others are looked at', async () => {
  const chat = aChat('Lease');
  server.on('GET', '/api/progress/chat/*', () =>
    answer(
      anOpenChat(chat, [aMessage('user', 'Hi'), aMessage('assistant', 'Hello', { parentId: 'user-Hi', id: 'a1' })]),
    ),
  );
  pro();
  await chosen(aFile('a.txt'));
  act(() => {
    app.store.dispatch(chatSelected(chat.id));
  });
  await screen.findByText('Hello');
  expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull();
  await uploads.at(0).answer(kept('f1', 'a.txt', 'text/plain'));
  act(() => {
    app.store.dispatch(chatSelected(null));
  });
  expect(within(await chips()).getByText('a.txt')).toBeInTheDocument();
});

test('a question in other words and a new answer keep the files', async () => {
  const chat = aChat('Lease');
  const asked = aMessage('user', 'Sum it up', { id: 'q1', fileIds: ['f1', 'gone'] });
  server
    .on('GET', '/api/progress/chat/*', () =>
      answer(anOpenChat(chat, [asked, aMessage('assistant', 'Done.', { parentId: 'q1', id: 'a1', replyId: 'r0' })])),
    )
    .on('GET', '/api/ai/files/f1', () => answer({ ...kept('f1', 'lease.pdf'), content: base64('x') }))
    .on('GET', '/api/ai/files/gone', () => answer({ error: 'File not found' }, 404));
  pro({ 'chat-storage': { currentChatId: chat.id } });
  expect(await screen.findByRole('button', { name: /^Open lease\.pdf/ })).toBeInTheDocument();
  expect(await screen.findByText('This file has expired.')).toBeInTheDocument();
  await app.user.click(await screen.findByRole('button', { name: 'Regenerate' }));
  await answered();
  expect(questions()[0]).toMatchObject({ messageId: 'q1', fileIds: ['f1', 'gone'] });
  await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
  const editor = screen.getByRole('textbox', { name: 'Edit message' });
  await app.user.type(editor, ' please');
  await app.user.click(screen.getByRole('button', { name: 'Save & send' }));
  await waitFor(() => expect(questions()).toHaveLength(2));
  expect(questions()[1]).toMatchObject({ fileId: 'f1', fileIds: ['f1', 'gone'] });
});

test('a question about the files of an earlier message is no search', async () => {
  const chat = aChat('Lease');
  const asked = aMessage('user', 'Sum it up', { id: 'q1', fileIds: ['f1'] });
  server
    .on('GET', '/api/progress/chat/*', () =>
      answer(anOpenChat(chat, [asked, aMessage('assistant', 'Done.', { parentId: 'q1', id: 'a1', replyId: 'r0' })])),
    )
    .on('GET', '/api/ai/files/f1', () => answer({ ...kept('f1', 'lease.pdf'), content: base64('x') }));
  pro({ 'chat-storage': { currentChatId: chat.id } });
  await screen.findByText('Done.');
  await app.user.type(await box(), 'And what is the current deposit?{Enter}');
  await waitFor(() => expect(questions()).toHaveLength(1));
  expect(app.store.getState().ui).toMatchObject({ viewMode: 'chat', currentSearchResult: null });
  await app.user.type(await box(), 'Search the web for the current deposit{Enter}');
  await waitFor(() => expect(questions()).toHaveLength(2));
  expect(app.store.getState().ui.viewMode).toBe('document-magazine');
});

test('a session that ends with the question keeps its words and its files for the same person', async () => {
  server.on('POST', '/api/ai/groq', () => answer({ error: 'Not authenticated' }, 401));
  pro();
  await chosen(aFile('a.txt'));
  await uploads.at(0).answer(kept('f1', 'a.txt', 'text/plain'));
  await app.user.type(await box(), 'Sum it up');
  await app.user.click(sendButton());
  await waitFor(() => expect(app.store.getState().session.token).toBeNull());
  expect(app.store.getState().ui.pendingMessage).toBe('Sum it up');
  expect(app.store.getState().attachments.lists['new']).toMatchObject([{ id: 'f1', name: 'a.txt', state: 'ready' }]);
});

describe('an upload that meets the end of the session', () => {
  const signIn = (uid: string) =>
    act(async () => {
      app.store.dispatch(tokenSet('t2'));
      app.store.dispatch(userSet({ ...signedIn(PRO).session.user, uid }));
    });
  const ended = async () => {
    pro();
    await chosen(aFile('a.txt'));
    await app.user.type(await box(), 'Sum it up');
    await app.user.click(sendButton());
    await uploads.at(0).answer({ error: 'Not authenticated' }, 401);
    expect(app.store.getState().session.token).toBeNull();
    expect(questions()).toEqual([]);
  };

  test('goes on after the sign-in of the same person, and the question takes the file along', async () => {
    await ended();
    await signIn(signedIn().session.user.uid);
    await waitFor(() => expect(uploads.sent).toHaveLength(2));
    expect(uploads.at(1).headers).toEqual({ Authorization: 'Bearer t2' });
    expect((uploads.at(1).form.get('file') as File).name).toBe('a.txt');
    await uploads.at(1).answer(kept('f1', 'a.txt', 'text/plain'));
    await answered();
    expect(questions()).toMatchObject([{ messages: [{ content: 'Sum it up' }], fileIds: ['f1'] }]);
  });

  test('is nobody else’s', async () => {
    await ended();
    await signIn('somebody-else');
    await box();
    expect(uploads.sent).toHaveLength(1);
    expect(app.store.getState().ui.fileUploading).toBe(false);
  });

  test('does not end a session that began meanwhile', async () => {
    pro();
    await chosen(aFile('a.txt'));
    await act(async () => {
      app.store.dispatch(tokenSet('t2'));
    });
    await uploads.at(0).answer({ error: 'Not authenticated' }, 401);
    expect(app.store.getState().session.token).toBe('t2');
    expect(uploads.at(1).headers).toEqual({ Authorization: 'Bearer t2' });
  });
});

describe('what groups share', () => {
  const LAB = { id: 'group:g1', name: 'Lab', files: 3, embedded: 2, size: 4096 };
  const inLab = (stored: Record<string, unknown> = {}) => {
    const user = { ...signedIn(PRO).session.user, inGroups: true };
    server
      .on('GET', '/api/auth/me', () => answer({ user }))
      .on('GET', '/api/knowledge', () => answer({ knowledge: [LAB] }));
    app = startApp({ stored: { ...signedIn(PRO), session: { ...signedIn(PRO).session, user }, ...stored } });
  };

  test('is added as a whole in the text box, goes out with the question, and stands there afterwards', async () => {
    inLab();
    await app.user.click(await screen.findByRole('button', { name: 'Ask shared knowledge' }));
    const item = await screen.findByRole('menuitem', { name: /Add all files of Lab/ });
    expect(item).toHaveTextContent('2 of 3 files ready');
    await app.user.click(item);
    expect(within(await chips()).getByText('Shared knowledge · 4 KB')).toBeInTheDocument();
    await app.user.type(await box(), 'What is the limit?');
    await app.user.click(sendButton());
    await answered();
    expect(questions()).toMatchObject([{ fileIds: ['group:g1'] }]);
    const sent = within(await screen.findByRole('list', { name: 'Files of this message' }));
    expect(await sent.findByText('Lab')).toBeInTheDocument();
    expect(server.calls('GET', '/api/ai/files/group:g1')).toEqual([]);
  });

  test('is offered to nobody without a group, and one can take it off again', async () => {
    pro();
    await box();
    expect(screen.queryByRole('button', { name: 'Ask shared knowledge' })).toBeNull();
    app.leave();
    inLab();
    const open = async () => app.user.click(await screen.findByRole('button', { name: 'Ask shared knowledge' }));
    await open();
    await app.user.click(await screen.findByRole('menuitem', { name: /Add all files of Lab/ }));
    await chips();
    await open();
    await app.user.click(await screen.findByRole('menuitem', { name: /Take off all files of Lab/ }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached files' })).toBeNull());
  });
});
