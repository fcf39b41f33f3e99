import { FileText, Globe } from 'lucide-react';
import { useState } from 'react';

import { ownFile } from '../../lib/own-file.ts';
import { siteIconOf } from '../../lib/site.ts';
import styles from './site-icon.module.css';

/** The icon of an address's site, a globe where it has none, or a page for an own file. Always the same size, so that nothing moves when it comes. */
export const SiteIcon = ({ address }: { readonly address: string }) => {
  const icon = siteIconOf(address);
  const [failed, setFailed] = useState<string | null>(null);
  const Sign = ownFile(address) ? FileText : Globe;
  return (
    <span aria-hidden="true" className={styles['icon']}>
      {icon === null || failed === icon
        ? <Sign />
        : <img src={icon} alt="" width={16} height={16} loading="lazy" decoding="async" onError={() => setFailed(icon)} />}
    </span>
  );
};
