import { lazy, Suspense } from 'react';

const StepFailureText = lazy(() => import('./step-failure-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyStepFailure = ({ text }: { readonly text: string }) => (
  <Suspense fallback={text}>
    <StepFailureText text={text} />
  </Suspense>
);
