import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { NO_DETAILS } from '../../../src/shared/reply-details.ts';
import { chatSelected } from '../../../web/state/chat-slice.ts';
import { aChat, aMessage, anOpenChat } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { FakeUploads } from '../support/fake-uploads.ts';
import { aFile } from '../support/files.ts';
import { reply } from '../support/reply-stream.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

const PRO = { tier: 'basic', subscription: 'basic' } as const;
const WAITS = 'Sends as soon as the files are ready.';

let server: FakeServer;
let uploads: FakeUploads;
let app: ReturnType<typeof startApp>;

const box = () => screen.findByPlaceholderText('Ask anything');
const send = () => app.user.click(screen.getByRole('button', { name: 'Send' }));
const attach = () =>
  act(async () => {
    fireEvent.change(screen.getByLabelText('Files to attach'), {
      target: { files: [aFile('lease.pdf', 'application/pdf')] },
    });
  });
const uploaded = () =>
  uploads.at(0).answer({ id: 'f1', name: 'lease.pdf', type: 'application/pdf', size: 2_048, expiresAt: null });
const asked = () => server.calls('POST', '/api/ai/groq').map(({ body }) => body);

beforeEach(() => {
  server = aServer()
    .on('GET', '/api/auth/me', () => answer({ user: signedIn(PRO).session.user }))
    .on('POST', '/api/ai/groq', () => reply('Here you are.'))
    .on('POST', '/api/progress/chat', () => answer({ success: true }));
  uploads = new FakeUploads().install();
});

afterEach(() => {
  app.leave();
  uploads.restore();
  server.restore();
});

test('a message that waits for its file goes out after a reply that had failed before', async () => {
  server.on('POST', '/api/ai/groq', () => answer({ error: 'x' }, 400));
  app = startApp({ stored: signedIn(PRO) });
  await app.user.type(await box(), 'Hello{Enter}');
  await screen.findByTestId('message-error');
  server.on('POST', '/api/ai/groq', () => reply('Here you are.'));
  await attach();
  await app.user.type(await box(), 'Sum it up');
  await send();
  expect(await screen.findByText(WAITS)).toBeInTheDocument();
  await uploaded();
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toMatchObject({ fileIds: ['f1'] });
  expect(await box()).toHaveValue('');
});

test('another upload that fails ends the wait, even when one that had failed before is taken away', async () => {
  app = startApp({ stored: signedIn(PRO) });
  await box();
  await attach();
  await uploads.at(0).answer({ error: 'Broken' }, 422);
  await attach();
  await app.user.type(await box(), 'Sum it up');
  await send();
  expect(await screen.findByText(WAITS)).toBeInTheDocument();
  const [first] = screen.getAllByRole('button', { name: /^Remove lease\.pdf/ });
  if (!first) throw new Error('nothing to remove');
  await app.user.click(first);
  await uploads.at(1).answer({ error: 'Broken' }, 422);
  await waitFor(() => expect(screen.queryByText(WAITS)).toBeNull());
  expect(asked()).toEqual([]);
  expect(await box()).toHaveValue('Sum it up');
});

test('who empties the box takes the message back: what is typed then is not sent half written', async () => {
  app = startApp({ stored: signedIn(PRO) });
  await box();
  await attach();
  await app.user.type(await box(), 'Sum it up');
  await send();
  await screen.findByText(WAITS);
  await app.user.clear(await box());
  expect(screen.queryByText(WAITS)).toBeNull();
  await app.user.type(await box(), 'No, tra');
  await uploaded();
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
  expect(asked()).toEqual([]);
  expect(await box()).toHaveValue('No, tra');
});

test('another chat ends the wait: nothing is sent there, and the message is found in its own chat', async () => {
  server.on('GET', '/api/progress/chat/c2', () =>
    answer(anOpenChat({ ...aChat('Other'), id: 'c2' }, [aMessage('user', 'Of the other chat')])),
  );
  app = startApp({ stored: signedIn(PRO) });
  await box();
  await attach();
  await app.user.type(await box(), 'Sum it up');
  await send();
  await screen.findByText(WAITS);
  act(() => void app.store.dispatch(chatSelected('c2')));
  await screen.findByText('Of the other chat');
  await uploaded();
  expect(await box()).toHaveValue('');
  act(() => void app.store.dispatch(chatSelected(null)));
  await waitFor(async () => expect(await box()).toHaveValue('Sum it up'));
  expect(screen.queryByText(WAITS)).toBeNull();
  expect(asked()).toEqual([]);
});

test('a related question that is clicked leaves what is being written in the box', async () => {
  const question = aMessage('user', 'Is there water on the moon?', { id: 'q' });
  const details = {
    ...NO_DETAILS,
    relatedQuestions: [{ id: 'n1', text: 'And on Mars?', category: 'deeper' as const }],
  };
  const some = aMessage('assistant', 'Some.', { parentId: 'q', details });
  server.on('GET', '/api/progress/chat/c1', () =>
    answer(anOpenChat({ ...aChat('The moon'), id: 'c1' }, [question, some])),
  );
  app = startApp({ stored: signedIn(PRO) });
  await box();
  act(() => void app.store.dispatch(chatSelected('c1')));
  const next = await screen.findByRole('button', { name: 'And on Mars?' });
  await app.user.type(await box(), 'Half a thou');
  await app.user.click(next);
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(await box()).toHaveValue('Half a thou');
});
