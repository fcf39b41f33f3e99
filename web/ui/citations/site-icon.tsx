import { FileText, Globe } from 'lucide-react';
import { useState } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { toSignedImageUrl } from '../../lib/web-url.ts';
import styles from './site-icon.module.css';

interface SiteIconProps {
  readonly address: string;
  /** Where the server shows the icon; without one there is a globe. */
  readonly icon: string | undefined;
}

/**
 * The icon of an address's site, a globe where it has none, or a page for an own file. Always the same size, so that
 * nothing moves when it comes.
 */
export const SiteIcon = ({ address, icon: signedUrl }: SiteIconProps) => {
  const icon = toSignedImageUrl(signedUrl);
  const [failed, setFailed] = useState<string | null>(null);
  const FallbackIcon = parseFileLink(address) ? FileText : Globe;
  return (
    <span aria-hidden="true" className={styles['icon']}>
      {icon === null || failed === icon ? (
        <FallbackIcon />
      ) : (
        <img src={icon} alt="" width={16} height={16} loading="lazy" decoding="async" onError={() => setFailed(icon)} />
      )}
    </span>
  );
};
