import { useCallback, type ReactNode } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { toPassageAddress } from '../../lib/passage-address.ts';
import { hostOf, toPageUrl } from '../../lib/web-url.ts';
import { useTranslations } from '../texts.ts';

/** Where a source comes from, in a word or two: its site, or one's own files. */
export const useSourceOrigin = (): ((address: string) => string) => {
  const t = useTranslations();
  return useCallback((address) => (parseFileLink(address) ? t('yourFile') : hostOf(address)), [t]);
};

/** As the server names a file that is gone (src/domain/retrieval/redact-file.ts). */
const DELETED_FILE_TITLE = 'Deleted file';

/** A source's title, in the reader's language where the server wrote it. */
export const useSourceTitle = (): ((source: { readonly title: string; readonly url: string }) => string) => {
  const t = useTranslations();
  return useCallback(
    ({ title, url }) => (title === DELETED_FILE_TITLE && parseFileLink(url) ? t('deletedFile') : title),
    [t],
  );
};

interface SourceLinkProps {
  readonly address: string;
  readonly className: string | undefined;
  /** Words of the source, where a file is opened at them. */
  readonly words?: string | undefined;
  readonly title?: string | undefined;
  readonly tabIndex?: number | undefined;
  readonly children: ReactNode;
}

/** A source to be followed: a site in a window of its own, an own file over this page; what is neither is no link. */
export const SourceLink = ({ address, words = '', children, ...rest }: SourceLinkProps) => {
  if (parseFileLink(address))
    return (
      <a dir="auto" {...rest} href={toPassageAddress(address, words)}>
        {children}
      </a>
    );
  const site = toPageUrl(address);
  return site === null ? (
    <span dir="auto" {...rest}>
      {children}
    </span>
  ) : (
    <a dir="auto" {...rest} href={site} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
};
