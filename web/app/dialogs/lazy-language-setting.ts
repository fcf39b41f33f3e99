import { lazy } from 'react';

/** The language setting, used by Settings and About; loaded when one of them opens. */
export const LanguageSetting = lazy(() =>
  import('../../features/appearance/language-setting.tsx').then(({ LanguageSetting: component }) => ({
    default: component,
  })),
);
