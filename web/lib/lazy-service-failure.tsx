import { lazy, Suspense } from 'react';

import type { ServiceFailureProps } from './service-failure-text.tsx';

const ServiceFailureText = lazy(() => import('./service-failure-text.tsx'));

/** The server's words until those of the reader's language are there. */
export const LazyServiceFailure = ({ text, children = (told) => told }: ServiceFailureProps) => (
  <Suspense fallback={children(text)}>
    <ServiceFailureText text={text}>{children}</ServiceFailureText>
  </Suspense>
);
