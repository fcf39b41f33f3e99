import { Blob as NodeBlob } from 'node:buffer';

import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';

import { AccountData } from '../../../../web/features/account-data/account-data.tsx';
import { historyApi } from '../../../../web/features/history/history-api.ts';
import { setLanguage } from '../../../../web/lib/i18n/translations.ts';
import { tokenSet } from '../../../../web/state/session-slice.ts';
import { reauthentication } from '../../../../web/lib/reauthentication.ts';
import { createStore } from '../../../../web/state/store.ts';
import { aChat, aUser } from '../../support/builders.ts';
import { answer, FakeServer } from '../../support/fake-server.ts';

const EXPORT = '/api/account/export';
const IMPORT = '/api/account/import';
const DELETE = '/api/account/delete';

let server: FakeServer;
let saved: { name: string; bytes: Blob }[];
const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL, click: HTMLAnchorElement.prototype.click };

beforeEach(() => {
  server = new FakeServer().install();
  saved = [];
  let bytes = new Blob();
  URL.createObjectURL = (of) => {
    bytes = of as Blob;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, bytes });
  };
});
afterEach(async () => {
  await setLanguage('en');
  server.restore();
  URL.createObjectURL = original.create;
  URL.revokeObjectURL = original.revoke;
  HTMLAnchorElement.prototype.click = original.click;
});

const start = (of: Parameters<typeof aUser>[0] = {}) => {
  const { store } = createStore();
  store.dispatch(tokenSet('t1'));
  const did: string[] = [];
  render(
    <Provider store={store}>
      <AccountData user={aUser(of)} onDeleted={() => did.push('deleted')} onImported={() => did.push('imported')} />
    </Provider>,
  );
  return { store, did, user: userEvent.setup() };
};

describe('exporting', () => {
  test.each([
    ['JSON', 'json', 'parley-data.json'],
    ['Markdown', 'markdown', 'parley-data.md'],
  ])('as %s saves one file', async (name, format, file) => {
    let finish: (response: Response) => void = () => undefined;
    server.on(
      'GET',
      EXPORT,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const { user } = start();
    const button = screen.getByRole('button', { name: `Export as ${name}` });
    await user.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    for (const other of screen.getAllByRole('button', { name: /Export as/ })) expect(other).toBeDisabled();
    finish(new Response('all of it'));
    await waitFor(() => expect(saved.map((one) => one.name)).toEqual([file]));
    expect(saved[0]?.bytes.size).toBe('all of it'.length);
    const [asked] = server.calls('GET', EXPORT);
    expect([asked?.query.get('format'), asked?.headers.get('Authorization')]).toEqual([format, 'Bearer t1']);
    await waitFor(() => expect(button).toBeEnabled());
  });

  test.each([
    ['refuses', () => answer({ error: 'Internal error' }, 500), 'Your data could not be exported.'],
    [
      'breaks off',
      () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })),
      'The connection was lost before the whole file was here.',
    ],
  ])('a server that %s is told in words, saves nothing, and can be tried again', async (_, fault, text) => {
    server.on('GET', EXPORT, fault);
    const { user } = start();
    await user.click(screen.getByRole('button', { name: 'Export as Markdown' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(saved).toEqual([]);
    server.on('GET', EXPORT, () => new Response('all of it'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(saved.map((one) => one.name)).toEqual(['parley-data.md']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('goes on once the person has confirmed who they are', async () => {
    server.on('GET', EXPORT, () => answer({ error: 'Who?', code: 'REAUTHENTICATION_REQUIRED' }, 403));
    reauthentication.ask = () => {
      server.on('GET', EXPORT, () => new Response('all of it'));
      return Promise.resolve(true);
    };
    const { user } = start();
    await user.click(screen.getByRole('button', { name: 'Export as JSON' }));
    await waitFor(() => expect(saved.map((one) => one.name)).toEqual(['parley-data.json']));
    reauthentication.ask = null;
  });

  test('a session that the server no longer knows ends', async () => {
    server.on('GET', EXPORT, () => answer({ error: 'Unauthorized' }, 401));
    const { user, store } = start();
    await user.click(screen.getByRole('button', { name: 'Export as JSON' }));
    await waitFor(() => expect(store.getState().session.token).toBeNull());
  });
});

describe('importing', () => {
  const choose = (user: ReturnType<typeof userEvent.setup>, file: File) =>
    user.upload(screen.getByLabelText('Export file to import'), file);
  const aFile = (text = '[]') => new File([text], 'conversations.json', { type: 'application/json' });
  const DONE = { source: 'chatgpt', chats: 2, messages: 1234, prompts: 0, skipped: [], skippedInAll: 0 };

  test('the file goes as it is, the outcome is told, and the history shows the new chats', async () => {
    server.on('GET', '/api/progress/chats', () => answer({ chats: [] })).on('POST', IMPORT, () => answer(DONE));
    const { user, store } = start();
    const history = store.dispatch(historyApi.endpoints.chats.initiate(''));
    await history;
    server.on('GET', '/api/progress/chats', () => answer({ chats: [aChat('Bread')] }));
    const file = aFile('[{"title":"Bread"}]');
    await choose(user, file);
    expect(await screen.findByText('2 chats with 1,234 messages imported from ChatGPT.')).toBeInTheDocument();
    const [asked] = server.calls('POST', IMPORT);
    expect([asked?.file?.size, asked?.headers.get('Content-Type'), asked?.headers.get('Authorization')]).toEqual([
      file.size,
      'application/json',
      'Bearer t1',
    ]);
    await waitFor(() => expect(server.calls('GET', '/api/progress/chats')).toHaveLength(2));
    history.unsubscribe();
  });

  test('the outcome is told in the plurals of the language', async () => {
    await setLanguage('ar');
    const digits = new Intl.NumberFormat('ar');
    server.on('POST', IMPORT, () => answer({ ...DONE, messages: 103 }));
    const { user } = start();
    await user.upload(screen.getByLabelText('ملف التصدير المراد استيراده'), aFile());
    expect(
      await screen.findByText(`تم استيراد محادثتين تضم ${digits.format(103)} رسائل من ChatGPT.`),
    ).toBeInTheDocument();
  });

  test('says that it is at work', async () => {
    let finish: (response: Response) => void = () => undefined;
    server.on(
      'POST',
      IMPORT,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const { user } = start();
    await choose(user, aFile());
    expect(await screen.findByRole('status')).toHaveTextContent('Importing');
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeDisabled();
    finish(answer({ ...DONE, source: 'librechat', chats: 1, messages: 1 }));
    expect(await screen.findByText('1 chat with 1 message imported from LibreChat.')).toBeInTheDocument();
  });

  test('saved prompts are counted apart from chats', async () => {
    server.on('POST', IMPORT, () => answer({ ...DONE, source: 'open-webui', chats: 0, messages: 0, prompts: 3 }));
    const { user } = start();
    await choose(user, aFile());
    expect(await screen.findByText('3 saved prompts imported from Open WebUI.')).toBeInTheDocument();
    expect(screen.queryByText(/Nothing new/)).not.toBeInTheDocument();
  });

  test('what was left out is named with its reason, and how many more there are', async () => {
    const skipped = [
      { id: 'a', title: 'Bread', key: 'present', count: null, reason: 'Words' },
      { id: 'b', title: '', key: 'shortened', count: 2, reason: 'Words' },
    ];
    server.on('POST', IMPORT, () =>
      answer({ source: 'open-webui', chats: 0, messages: 0, prompts: 0, skipped, skippedInAll: 205 }),
    );
    const { user } = start();
    await choose(user, aFile());
    expect(await screen.findByText('Nothing new came from this Open WebUI export.')).toBeInTheDocument();
    await user.click(screen.getByText('205 conversations left out or shortened'));
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Bread: It is here already',
      'Untitled: 2 long messages were cut',
      'and 203 more',
    ]);
  });

  test('what was left out, and what is no export, is told in the language of the page', async () => {
    await setLanguage('de');
    const skipped = [{ id: 'a', title: 'Brot', key: 'noMessages', count: null, reason: 'It has no messages' }];
    server.on('POST', IMPORT, () => answer({ ...DONE, skipped, skippedInAll: 1 }));
    const { user } = start();
    const input = screen.getByLabelText('Zu importierende Exportdatei');
    await user.upload(input, aFile());
    expect((await screen.findByRole('listitem')).textContent).toBe('Brot: Sie hat keine Nachrichten');
    server.on('POST', IMPORT, () => answer({ error: 'No', code: 'VALIDATION_ERROR', field: 'body' }, 400));
    await user.upload(input, aFile('{}'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Das ist kein lesbarer Export');
    const full = { error: 'You have 10 chats', code: 'USAGE_LIMIT_EXCEEDED', rule: 'chats', limit: 9, used: 10 };
    server.on('POST', IMPORT, () => answer(full, 403));
    await user.upload(input, aFile('{}'));
    expect(await screen.findByText(/^In Ihrem Konto ist kein Platz für weitere Chats\./)).toBeInTheDocument();
  });

  test('what is no export is refused, and not tried again', async () => {
    server.on('POST', IMPORT, () =>
      answer({ error: 'This is no export that can be read', code: 'VALIDATION_ERROR', field: 'body' }, 400),
    );
    const { user } = start();
    await choose(user, aFile('{}'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/This is no export of .+ that can be read\./);
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeEnabled();
  });

  test('an archive without chats, or an empty file, is refused before anything is sent', async () => {
    const { user } = start();
    const archive = new File(['PK'], 'chats.zip', { type: 'application/zip' });
    archive.slice = () => new NodeBlob(['PK\x03\x04']) as Blob;
    await choose(user, archive);
    expect(await screen.findByRole('alert')).toHaveTextContent('No conversations could be read from this archive.');
    await choose(user, aFile(''));
    expect(await screen.findByRole('alert')).toHaveTextContent('This file is empty.');
    expect(server.asked).toEqual([]);
  });

  test('of several files, what came of all is told, and each that was refused', async () => {
    const skipped = [{ id: 'a', title: 'Tea', key: 'present', count: null, reason: 'Words' }];
    server.on('POST', IMPORT, ({ file }) =>
      file?.size === 2
        ? answer({ ...DONE, skipped, skippedInAll: 1 })
        : file?.size === 3
          ? answer({ ...DONE, source: 'librechat', chats: 1, messages: 1 })
          : answer({ error: 'No', code: 'VALIDATION_ERROR', field: 'body' }, 400),
    );
    const { user, did } = start();
    const files = ['[]', 'what', '[ ]'].map((text) => new File([text], `${text.length}.json`));
    await user.upload(screen.getByLabelText('Export file to import'), files);
    expect(
      await screen.findByText('3 chats with 1,235 messages imported from ChatGPT, LibreChat.'),
    ).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Tea: It is here already',
      expect.stringMatching(/^4\.json: This is no export of /),
    ]);
    expect(did).toEqual(['imported']);
  });

  test('an import that breaks off can be tried again with the same file', async () => {
    server.on('POST', IMPORT, () => {
      throw new Error('gone');
    });
    const { user, did } = start();
    await choose(user, aFile());
    expect(await screen.findByRole('alert')).toHaveTextContent('nothing is imported twice');
    expect(did).toEqual(['imported']); // some chats may be in
    server.on('POST', IMPORT, () => answer(DONE));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/2 chats/)).toBeInTheDocument();
  });
});

describe('deleting the account', () => {
  const open = async (proof: 'password' | 'code' | 'email', of: Parameters<typeof aUser>[0] = {}) => {
    server.on('GET', DELETE, () => answer({ proof }));
    const started = start(of);
    await started.user.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete your account?' }));
    const confirm = await dialog.findByRole('button', { name: 'Delete my account' });
    expect(confirm).toBeDisabled();
    return { ...started, dialog, confirm };
  };

  test('a wrong password is told under its field and kept; the right one deletes, and is not stored', async () => {
    server.on('POST', DELETE, () => answer({ error: 'This is not your password', field: 'password' }, 403));
    const { user, did, dialog, confirm, store } = await open('password');
    const field = dialog.getByLabelText('Your password');
    expect(field).toHaveFocus();
    await user.type(field, 'correct hors');
    await user.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent('This is not your password');
    expect(field).toHaveValue('correct hors');
    expect(field).toHaveAccessibleDescription('This is not your password');
    expect(did).toEqual([]);
    server.on('POST', DELETE, () => answer({ success: true }));
    await user.type(field, 'e{Enter}');
    await waitFor(() => expect(did).toEqual(['deleted']));
    expect(server.calls('POST', DELETE).at(-1)?.body).toEqual({ password: 'correct horse' });
    expect(JSON.stringify(store.getState())).not.toContain('correct hors');
  });

  test('an account of a phone asks for a code that is sent to it', async () => {
    server
      .on('POST', '/api/auth/send-sms', () => answer({ success: true, devCode: '123456' }))
      .on('POST', DELETE, () => answer({ success: true }));
    const { user, did, dialog, confirm } = await open('code', {
      email: null,
      phoneNumber: '+14155550100',
      authMode: 'phone',
    });
    await user.click(dialog.getByRole('button', { name: 'Send code' }));
    expect(await dialog.findByText(/The code is 123456/)).toBeInTheDocument();
    expect(server.calls('POST', '/api/auth/send-sms')[0]?.body).toEqual({ phoneNumber: '+14155550100' });
    await user.type(dialog.getByLabelText('Code'), '123 456');
    await user.click(confirm);
    await waitFor(() => expect(did).toEqual(['deleted']));
    expect(server.calls('POST', DELETE)[0]?.body).toEqual({ code: '123456' });
  });

  test('a code that cannot be sent is told', async () => {
    server.on('POST', '/api/auth/send-sms', () => answer({ error: 'The message could not be sent' }, 502));
    const { user, dialog } = await open('code', { email: null, phoneNumber: '+14155550100', authMode: 'phone' });
    await user.click(dialog.getByRole('button', { name: 'Send code' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The message could not be sent');
    expect(dialog.getByRole('button', { name: 'Send code' })).toBeEnabled();
  });

  test('an account without a password asks for its address', async () => {
    server.on('POST', DELETE, () => answer({ success: true }));
    const { user, did, dialog, confirm } = await open('email');
    await user.type(dialog.getByLabelText('Type ada@example.org to confirm'), ' ada@example.org ');
    await user.click(confirm);
    await waitFor(() => expect(did).toEqual(['deleted']));
    expect(server.calls('POST', DELETE)[0]?.body).toEqual({ email: 'ada@example.org' });
  });

  test.each([
    [
      { error: 'The only admin cannot be deleted. Make another account admin first.' },
      403,
      'The only admin cannot be deleted.',
    ],
    [
      { error: 'Too many tries. Please wait a moment.', code: 'RATE_LIMITED', retryAfterMs: 300_000 },
      429,
      'Try again in 5 minutes.',
    ],
    ['', 500, 'Your account could not be deleted. Please try again.'],
  ])('the refusal %j stands in words and leaves everything as it was', async (body, status, text) => {
    server.on('POST', DELETE, () => answer(body, status));
    const { user, did, dialog, confirm } = await open('password');
    await user.type(dialog.getByLabelText('Your password'), 'correct horse');
    await user.click(confirm);
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    expect(dialog.getByLabelText('Your password')).toHaveValue('correct horse');
    expect(confirm).toBeEnabled();
    expect(did).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('what cannot be loaded can be asked for again', async () => {
    server.on('GET', DELETE, () => answer({ error: 'x' }, 500));
    const { user } = start();
    await user.click(screen.getByRole('button', { name: 'Delete account' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.on('GET', DELETE, () => answer({ proof: 'email' }));
    await user.click(again);
    expect(await screen.findByLabelText('Type ada@example.org to confirm')).toBeInTheDocument();
  });
});
