import { lazy, Suspense } from 'react';

const FileFailureText = lazy(() => import('./file-failure-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyFileFailure = ({ text }: { readonly text: string }) => (
  <Suspense fallback={text}>
    <FileFailureText text={text} />
  </Suspense>
);
