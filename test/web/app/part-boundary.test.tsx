import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';

import { App } from '../../../web/app/app.tsx';
import { OverPage, PartBoundary } from '../../../web/app/part-boundary.tsx';
import { ReplyClient } from '../../../web/features/chat/reply-client.ts';
import { makeStore } from '../../../web/state/store.ts';
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
      <PartBoundary key="here">
        <Suspense>
          <Missing />
        </Suspense>
      </PartBoundary>,
    ],
    [
      'over the page',
      <OverPage key="over">
        <Missing />
      </OverPage>,
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
    const { store } = makeStore(NOW);
    render(<App store={store} client={new ReplyClient({ headers: () => ({}) })} page={broken} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('This part of the page could not be loaded.');
    server.restore();
  });

  test('is left out where something else stands for it', async () => {
    startPart(
      <PartBoundary instead={<p>Nothing here</p>}>
        <Suspense>
          <Missing />
        </Suspense>
      </PartBoundary>,
    );
    expect(await screen.findByText('Nothing here')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
