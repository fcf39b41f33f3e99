import { lazy } from 'react';

/** The language setting of About; loaded when it opens. */
export const LanguageSetting = lazy(() =>
  import('../../features/appearance/language-setting.tsx').then(({ LanguageSetting: component }) => ({
    default: component,
  })),
);
