import { useEffect } from 'react';

import { useSkin } from '../features/appearance/use-skin.ts';

/** The name of the place, once it is known: none is shown and then replaced by another. */
export const Wordmark = ({ className }: { readonly className: string | undefined }) => {
  const { skin: { branding }, known } = useSkin();
  return <span dir="auto" className={className}>{known ? branding.logo_text : null}</span>;
};

/** Gives the tab the same name. */
export const usePageTitle = (): void => {
  const { skin: { branding }, known } = useSkin();
  useEffect(() => { if (known) document.title = branding.logo_text; }, [known, branding.logo_text]);
};
