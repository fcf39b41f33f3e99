import { lazy, Suspense } from 'react';

import { themeApi } from '../../features/appearance/theme-api.ts';

const LegalLinks = lazy(() => import('../../ui/display/legal-links.tsx').then((m) => ({ default: m.LegalLinks })));

/** The operator's imprint and privacy pages; loaded where there are any. */
export const OperatorLinks = () => {
  const { data } = themeApi.useThemeQuery();
  return data?.legal ? (
    <Suspense fallback={null}>
      <LegalLinks legal={data.legal} />
    </Suspense>
  ) : null;
};
