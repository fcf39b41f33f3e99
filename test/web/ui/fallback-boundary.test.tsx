import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';

import { FallbackBoundary } from '../../../web/ui/fallback-boundary.tsx';

const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

test('a part whose file does not come gives way to its fallback, and says so once', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React tells developers about it, as it should
  const onError = jest.fn();
  render(
    <>
      <p>beside</p>
      <FallbackBoundary fallback={<p>instead</p>} onError={onError}>
        <Suspense>
          <Missing />
        </Suspense>
      </FallbackBoundary>
    </>,
  );
  expect(await screen.findByText('instead')).toBeInTheDocument();
  expect(screen.getByText('beside')).toBeInTheDocument();
  expect(onError).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});
