import { act, screen, waitFor, within } from '@testing-library/react';

import type { Setup } from '../../../../../web/features/admin/setup/setup-api.ts';
import { openDialog } from '../../../../../web/app/router/navigation.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, type FakeServer } from '../../../support/fake-server.ts';
import { settle } from '../../chat/support/line.ts';
import { aServer, signedIn, startApp } from '../../../support/start-app.tsx';

const OWNER = { subscription: 'free', tier: 'premium', isAdmin: true } as const;

const KINDS = [
  { id: 'openai', label: 'OpenAI', needsAddress: false, needsKey: true },
  { id: 'ollama', label: 'Ollama', needsAddress: true, needsKey: false },
];

const someSetup = (more: Partial<Setup> = {}, models: Partial<Setup['models']> = {}): Setup => ({
  steps: [],
  purpose: null,
  domains: [],
  models: { kinds: KINDS, variables: [], answering: ['Demo model'], isDemo: true, connected: null, ...models },
  mail: { isSandbox: false, label: 'SMTP (mail.example.org, from parley@example.org)', variables: ['SMTP_URL'] },
  ...more,
});

let server: FakeServer;
let setup: Setup;
const save = (changes: Partial<Setup>) => {
  setup = { ...setup, ...changes };
  return answer({ success: true, setup });
};

beforeEach(() => {
  setup = someSetup();
  server = aServer()
    .on('GET', '/api/auth/me', () => answer({ user: aUser(OWNER) }))
    .on('GET', '/api/admin/setup', () => answer(setup))
    .on('POST', '/api/admin/setup/skip', ({ body }) => {
      const { step } = body as { step: Setup['steps'][number] };
      return save({ steps: [...setup.steps, step] });
    });
});
afterEach(() => server.restore());

const openGuide = async () => {
  const { user } = startApp({ stored: signedIn(OWNER) });
  await screen.findByPlaceholderText('Ask anything');
  act(() => openDialog({ at: 'setup' }));
  return { user, guide: within(await screen.findByRole('dialog', { name: 'Set-up guide' })) };
};

describe('the owner’s guide', () => {
  test('says what a choice sets before it is saved, and saves it in one call', async () => {
    server.on('POST', '/api/admin/setup/purpose', () => save({ purpose: 'team', steps: ['purpose'] }));
    const { user, guide } = await openGuide();
    const sets = () => within(guide.getByRole('region', { name: 'This sets' }));
    await guide.findByRole('heading', { name: 'Who uses it' });
    expect(sets().getByText('Nobody else can make an account')).toBeVisible();
    await user.click(guide.getByRole('radio', { name: /My customers/ }));
    expect(
      sets()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Anyone who reaches this server can make an account',
      'Visitors can try it without an account',
      'Daily message limits by plan',
      'Agents for paid plans',
    ]);
    await user.click(guide.getByRole('radio', { name: /My team/ }));
    await user.click(guide.getByRole('textbox', { name: /Email domains/ }));
    await user.paste('no domain!');
    expect(guide.getByRole('button', { name: 'Set this up' })).toBeDisabled();
    await user.clear(guide.getByRole('textbox', { name: /Email domains/ }));
    await user.paste('@Team.example, other.example');
    expect(sets().getByText(/team\.example, other\.example can make an account/)).toBeVisible();
    expect(server.calls('POST', '/api/admin/setup/purpose')).toEqual([]);
    await user.click(guide.getByRole('button', { name: 'Set this up' }));
    expect(await guide.findByText(/You can change it here at any time/)).toBeVisible();
    expect(server.calls('POST', '/api/admin/setup/purpose').map(({ body }) => body)).toEqual([
      { purpose: 'team', domains: ['team.example', 'other.example'] },
    ]);
    expect(await guide.findByRole('button', { name: 'Next' })).toBeVisible();
  });

  test('a step can be skipped, and the guide goes on where it was left', async () => {
    const { user, guide } = await openGuide();
    await user.click(await guide.findByRole('button', { name: 'Skip' }));
    expect(await guide.findByRole('heading', { name: 'Model' })).toHaveFocus();
    expect(server.calls('POST', '/api/admin/setup/skip')[0]?.body).toEqual({ step: 'purpose' });
    await user.click(guide.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => openDialog({ at: 'setup' }));
    expect(await screen.findByRole('heading', { name: 'Model' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Who uses it/ }));
    expect(screen.getByRole('heading', { name: 'Who uses it' })).toBeVisible();
  });

  test('a model server is tested, its models listed, and the chosen one answers at once', async () => {
    setup = someSetup({ steps: ['purpose'] });
    server
      .on('POST', '/api/admin/setup/models/test', () =>
        answer({ models: ['tide-large', 'tide-small'].map((id) => ({ id, displayName: id })) }),
      )
      .on('POST', '/api/admin/setup/models', () =>
        save({
          steps: ['purpose', 'model'],
          models: { ...setup.models, isDemo: false, answering: ['Ollama'], connected: null },
        }),
      );
    const { user, guide } = await openGuide();
    expect(await guide.findByText(/demo model answers now/)).toBeVisible();
    await user.selectOptions(guide.getByRole('combobox', { name: 'Provider' }), 'Ollama');
    await user.type(guide.getByRole('textbox', { name: 'Address' }), 'http://10.0.0.7:11434/');
    await user.click(guide.getByRole('button', { name: 'Test and list models' }));
    expect(await guide.findByText('It works and offers 2 models.')).toBeVisible();
    expect(server.calls('POST', '/api/admin/setup/models/test')[0]?.body).toEqual({
      provider: 'ollama',
      baseUrl: 'http://10.0.0.7:11434',
    });
    const config = server.calls('GET', '/api/freemium-config').length;
    await user.selectOptions(guide.getByRole('combobox', { name: 'Default model' }), 'tide-small');
    await user.click(guide.getByRole('button', { name: 'Use this model' }));
    expect(await guide.findByText('tide-small answers from now on.')).toBeVisible();
    expect(await guide.findByText('Ollama answers now.')).toBeVisible();
    expect(server.calls('GET', '/api/freemium-config').length).toBeGreaterThan(config);
  });

  test('where a server lists no models, one is named and asked', async () => {
    setup = someSetup({ steps: ['purpose'] });
    server.on('POST', '/api/admin/setup/models/test', ({ body }) =>
      Object(body).model === 'own'
        ? answer({ models: [{ id: 'own', displayName: 'own' }] })
        : answer({ error: 'The provider could not be used', message: 'No such address', failure: 'address' }, 502),
    );
    const { user, guide } = await openGuide();
    await user.click(await guide.findByRole('button', { name: 'Test and list models' }));
    await user.type(await guide.findByRole('textbox', { name: 'Default model' }), 'own');
    await user.click(guide.getByRole('button', { name: 'Test and list models' }));
    expect(await guide.findByText('It works and offers 1 model.')).toBeVisible();
    expect(guide.getByRole('combobox', { name: 'Default model' })).toHaveValue('own');
  });

  test('what the server refuses stands at its field, and a failed test says why', async () => {
    setup = someSetup({ steps: ['purpose'] });
    server.on('POST', '/api/admin/setup/models/test', () =>
      answer(
        { error: 'Enter the API key again', code: 'VALIDATION_ERROR', field: 'apiKey', message: 'Enter it again' },
        400,
      ),
    );
    const { user, guide } = await openGuide();
    await user.click(await guide.findByRole('button', { name: 'Test and list models' }));
    expect(await guide.findByRole('alert')).toHaveTextContent('Enter it again');
    expect(guide.getByLabelText('API key')).toBeInvalid();
    server.on('POST', '/api/admin/setup/models/test', () =>
      answer({ error: 'The model server could not be used', message: 'It does not accept the key (401)' }, 502),
    );
    await user.type(guide.getByLabelText('API key'), 'sk-1');
    await user.click(guide.getByRole('button', { name: 'Test and list models' }));
    expect(await guide.findByText('It does not accept the key (401)')).toBeVisible();
  });

  test('what is typed during a test stays, and the answer about the server before is not shown for it', async () => {
    setup = someSetup({ steps: ['purpose'] });
    let answerLate = (): void => undefined;
    const late = new Promise<Response>((resolve) => {
      answerLate = () => resolve(answer({ models: [{ id: 'tide', displayName: 'tide' }] }));
    });
    server.on('POST', '/api/admin/setup/models/test', () => late);
    const { user, guide } = await openGuide();
    await user.type(await guide.findByLabelText('API key'), 'sk-1');
    await user.click(guide.getByRole('button', { name: 'Test and list models' }));
    await user.type(guide.getByLabelText('API key'), '23');
    await act(async () => {
      answerLate();
      await settle();
    });
    expect(guide.getByLabelText('API key')).toHaveValue('sk-123');
    expect(guide.queryByText(/It works and offers/)).toBeNull();
    server.on('POST', '/api/admin/setup/models/test', () => answer({ models: [{ id: 'tide', displayName: 'tide' }] }));
    await user.click(guide.getByRole('button', { name: 'Test and list models' }));
    expect(await guide.findByText('It works and offers 1 model.')).toBeVisible();
  });

  test('where the environment sets the models it names the variables and offers no form', async () => {
    setup = someSetup({ steps: ['purpose'] }, { variables: ['GROQ_API_KEY'], isDemo: false, answering: ['Groq'] });
    const { guide } = await openGuide();
    expect(await guide.findByText(/sets the models: GROQ_API_KEY/)).toBeVisible();
    expect(guide.queryByRole('combobox')).toBeNull();
  });

  test('a test mail is sent, and a failure is told with its reason', async () => {
    setup = someSetup({ steps: ['purpose', 'model'] });
    server.on('POST', '/api/admin/setup/mail', () => answer({ sentTo: null, detail: 'The server refuses' }));
    const { user, guide } = await openGuide();
    expect(await guide.findByText(/Mails leave by SMTP \(mail\.example\.org/)).toBeVisible();
    await user.click(guide.getByRole('button', { name: 'Send a test mail to me' }));
    expect(await guide.findByRole('alert')).toHaveTextContent('The server refuses');
    server.on('POST', '/api/admin/setup/mail', () => answer({ sentTo: 'owner@example.org', detail: '' }));
    await user.click(guide.getByRole('button', { name: 'Send a test mail to me' }));
    expect(await guide.findByText(/Sent to owner@example\.org/)).toBeVisible();
  });

  test('at the end it says what to try next', async () => {
    setup = someSetup({ steps: ['purpose', 'model', 'mail'] });
    const { user, guide } = await openGuide();
    expect(await guide.findByRole('link', { name: /Fine-tune limits/ })).toHaveAttribute('href', '#/admin/rate-limits');
    await user.click(guide.getByRole('button', { name: 'Start chatting' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is for admins only', async () => {
    server.on('GET', '/api/auth/me', () => answer({ user: aUser() }));
    startApp({ stored: signedIn() });
    await screen.findByPlaceholderText('Ask anything');
    act(() => openDialog({ at: 'setup' }));
    expect(await screen.findByRole('dialog', { name: 'Admin Panel' })).toBeVisible();
    expect(server.calls('GET', '/api/admin/setup')).toEqual([]);
  });
});
