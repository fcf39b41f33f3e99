import { lazy } from 'react';

/** The choice of the language stands in the settings and in the page about the product; it is fetched when one of them opens. */
export const LanguageSetting = lazy(() =>
  import('../../features/appearance/language-setting.tsx').then(({ LanguageSetting: component }) => ({
    default: component,
  })),
);
