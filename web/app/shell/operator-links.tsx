import { themeApi } from '../../features/appearance/theme-api.ts';
import { LegalLinks } from '../../ui/display/legal-links.tsx';

/** The operator's imprint and privacy pages. */
export const OperatorLinks = () => {
  const { data } = themeApi.useThemeQuery();
  return data?.legal ? <LegalLinks legal={data.legal} /> : null;
};
