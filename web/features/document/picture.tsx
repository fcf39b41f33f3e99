import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import type { Say } from '../../lib/i18n/texts.ts';
import { signedPicture, siteOf } from '../../lib/site.ts';
import type { ShownImage } from './document-content.ts';
import styles from './document-images.module.css';
import { useTexts, type TextKey } from './texts.ts';

/** Only our own addresses: a foreign host must not learn who reads. */
const previewOf = ({ preview }: ShownImage): string | null => signedPicture(preview);

/** Whether there is anything to draw. */
export const isShowable = (image: ShownImage): boolean => previewOf(image) !== null;

/** The words for a picture: what it shows, else where it is from. */
export const nameOf = (image: ShownImage, t: Say<TextKey>): string =>
  image.alt || image.caption || t('pictureFrom', { site: siteOf(image.source || image.url) });

interface PictureProps {
  readonly image: ShownImage;
  readonly eager?: boolean;
  /** As wide as our own pictures come, for a place of its own. */
  readonly large?: boolean;
}

const withWidth = (preview: string): string => `${preview}${preview.includes('?') ? '&' : '?'}w=1280`;

/** A picture in a place of fixed size, so that its coming moves nothing; a quiet sign where it does not come. */
export const Picture = ({ image, eager = false, large = false }: PictureProps) => {
  const t = useTexts();
  const preview = previewOf(image);
  const address = preview !== null && large ? withWidth(preview) : preview;
  const [failed, setFailed] = useState(false);
  if (address === null || failed)
    return (
      <span role="img" aria-label={nameOf(image, t)} className={styles['absent']}>
        <ImageOff aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={styles['picture']}
      src={address}
      alt={nameOf(image, t)}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
};
