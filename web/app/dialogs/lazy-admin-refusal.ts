import { lazy } from 'react';

export const Refusal = lazy(() =>
  import('./admin-refusal.tsx').then(({ AdminRefusal: component }) => ({ default: component })),
);
