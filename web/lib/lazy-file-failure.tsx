import { lazy, Suspense } from 'react';

import type { FileFailureProps } from './file-failure-text.tsx';

const FileFailureText = lazy(() => import('./file-failure-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyFileFailure = ({ text, children = (told) => told }: FileFailureProps) => (
  <Suspense fallback={children(text)}>
    <FileFailureText text={text}>{children}</FileFailureText>
  </Suspense>
);
