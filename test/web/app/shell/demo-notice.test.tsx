import { screen } from '@testing-library/react';

import { answer } from '../../support/fake-server.ts';
import { aServer, signedIn, startApp } from '../../support/start-app.tsx';

const config = { freemiumEnabled: true, maxTrialMessages: 3, freemiumAgentAccess: false };

test.each([
  ['a visitor', {}],
  ['a person', signedIn()],
])('%s is told when the demo model answers', async (_, stored) => {
  aServer().on('GET', '/api/freemium-config', () => answer({ ...config, demoModel: true }));
  const app = startApp({ stored });
  expect(await screen.findByText('Demo model')).toBeInTheDocument();
  app.leave();
});

test('nothing is said of it when a real model answers', async () => {
  aServer().on('GET', '/api/freemium-config', () => answer({ ...config, demoModel: false }));
  const app = startApp();
  await screen.findByText('3 of 3 free messages left today');
  expect(screen.queryByText('Demo model')).toBeNull();
  app.leave();
});
