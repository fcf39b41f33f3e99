import { FileText, Globe } from 'lucide-react';
import { useState } from 'react';

import { ownFile } from '../../lib/own-file.ts';
import { signedPicture } from '../../lib/site.ts';
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
export const SiteIcon = ({ address, icon: signed }: SiteIconProps) => {
  const icon = signedPicture(signed);
  const [failed, setFailed] = useState<string | null>(null);
  const Sign = ownFile(address) ? FileText : Globe;
  return (
    <span aria-hidden="true" className={styles['icon']}>
      {icon === null || failed === icon ? (
        <Sign />
      ) : (
        <img src={icon} alt="" width={16} height={16} loading="lazy" decoding="async" onError={() => setFailed(icon)} />
      )}
    </span>
  );
};
