import { lazy, Suspense } from 'react';

import type { ServerTextProps } from './server-text.tsx';

const ServerText = lazy(() => import('./server-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyServerText = ({ text, children = (told) => told }: ServerTextProps) => (
  <Suspense fallback={children(text)}>
    <ServerText text={text}>{children}</ServerText>
  </Suspense>
);
