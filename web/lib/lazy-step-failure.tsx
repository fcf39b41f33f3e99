import { lazy, Suspense } from 'react';

const StepFailure = lazy(() => import('./step-failure.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyStepFailure = ({ text }: { readonly text: string }) => (
  <Suspense fallback={text}>
    <StepFailure text={text} />
  </Suspense>
);
