import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';

import { App } from '../../../web/app/app.tsx';
import { OverlayBoundary, ErrorBoundary } from '../../../web/app/error-boundary.tsx';
import { ReplyClient } from '../../../web/features/chat/engine/reply-client.ts';
import { createStore } from '../../../web/state/store.ts';
import { NOW } from '../support/builders.ts';
import { aServer, FakePage, startPart } from '../support/start-app.tsx';

const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

describe('a part of the page whose file does not come', () => {
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  }); // React tells developers about it, as it should
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each([
    [
      'in its place',
      <ErrorBoundary key="here">
        <Suspense>
          <Missing />
        </Suspense>
      </ErrorBoundary>,
    ],
    [
      'over the page',
      <OverlayBoundary key="over">
        <Missing />
      </OverlayBoundary>,
    ],
  ])('is told %s, with the way to a fresh page, and takes nothing else with it', async (_, part) => {
    const page = new FakePage();
    startPart(
      <>
        <p>What stands beside it</p>
        {part}
      </>,
      page,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This part of the page could not be loaded. What you have written is kept.',
    );
    expect(screen.getByText('What stands beside it')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
    expect(page.reloads).toBe(1);
  });

  test('is told for the whole page, should the page itself fail to be drawn', async () => {
    const server = aServer();
    const broken = Object.assign(new FakePage(), {
      now: () => {
        throw new Error('no clock');
      },
    });
    const { store } = createStore(NOW);
    render(<App store={store} client={new ReplyClient({ headers: () => ({}) })} env={broken} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page could not be loaded.');
    server.restore();
  });

  test('is left out where something else stands for it', async () => {
    startPart(
      <ErrorBoundary fallback={<p>Nothing here</p>}>
        <Suspense>
          <Missing />
        </Suspense>
      </ErrorBoundary>,
    );
    expect(await screen.findByText('Nothing here')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
