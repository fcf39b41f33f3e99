import { lazy, Suspense } from 'react';

const RefusalText = lazy(() => import('./refusal-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyRefusal = ({ text }: { readonly text: string }) => (
  <Suspense fallback={text}>
    <RefusalText text={text} />
  </Suspense>
);
