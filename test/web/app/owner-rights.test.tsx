import { act, screen } from '@testing-library/react';

import { openDialog } from '../../../web/app/router/navigation.ts';
import { aUser } from '../support/builders.ts';
import { answer, type FakeServer } from '../support/fake-server.ts';
import { aServer, signedIn, startApp } from '../support/start-app.tsx';

/** As the server presents an admin who pays for nothing and verified nothing. */
const OWNER = { subscription: 'free', tier: 'premium', isAdmin: true, emailVerified: false } as const;
const MODES = ['auto_agent', 'reasoning_agent', 'research_agent'];

let server: FakeServer;
beforeEach(() => {
  server = aServer()
    .on('GET', '/api/auth/me', () => answer({ user: aUser(OWNER) }))
    .on('GET', '/api/agent/status', () =>
      answer({ eligible: true, serviceAvailable: true, tier: 'premium', reason: '' }),
    )
    .on('GET', '/api/agent/available', () =>
      answer({
        agents: MODES.map((id) => ({ id, name: id, description: '', capabilities: [], isRecommended: false })),
      }),
    );
});
afterEach(() => server.restore());

test('an owner sees no locked mode and is not asked to verify an address', async () => {
  const { user } = startApp({ stored: signedIn(OWNER) });
  await user.click(await screen.findByRole('button', { name: 'Mode' }));
  expect((await screen.findAllByRole('menuitemradio')).length).toBeGreaterThan(1);
  expect(screen.queryByRole('menuitem', { name: /upgrade/i })).toBeNull();
  expect(screen.queryByText(/verify your email/i)).toBeNull();
});

test('an owner may choose every assistant', async () => {
  startApp({ stored: signedIn(OWNER) });
  await screen.findByPlaceholderText('Ask anything');
  act(() => openDialog({ at: 'settings', section: 'chat' }));
  const assistants = await screen.findAllByRole('radio', { name: /Creative|Coder|Tutor|Analyst|Concise/ });
  for (const assistant of assistants) expect(assistant).toBeEnabled();
  expect(screen.queryByLabelText('Part of Premium')).toBeNull();
});
