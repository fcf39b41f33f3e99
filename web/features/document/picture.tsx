import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { siteOf } from '../../lib/site.ts';
import type { ShownImage } from './document-content.ts';
import styles from './document-images.module.css';

/** Only our own addresses: a foreign host must not learn who reads. */
const previewOf = ({ preview }: ShownImage): string | null => (preview?.startsWith('/') && !preview.startsWith('//') ? preview : null);

/** Whether there is anything to draw. */
export const isShowable = (image: ShownImage): boolean => previewOf(image) !== null;

/** The words for a picture: what it shows, else where it is from. */
export const nameOf = (image: ShownImage): string => image.alt || image.caption || `Picture from ${siteOf(image.source || image.url)}`;

/** A picture in a place of fixed size, so that its coming moves nothing; a quiet sign where it does not come. */
export const Picture = ({ image, eager = false }: { readonly image: ShownImage; readonly eager?: boolean }) => {
  const address = previewOf(image);
  const [failed, setFailed] = useState(false);
  if (address === null || failed) return <span role="img" aria-label={nameOf(image)} className={styles['absent']}><ImageOff aria-hidden="true" /></span>;
  return <img className={styles['picture']} src={address} alt={nameOf(image)} loading={eager ? 'eager' : 'lazy'} decoding="async" onError={() => setFailed(true)} />;
};
