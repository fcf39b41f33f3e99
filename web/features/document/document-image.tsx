import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import type { Translator } from '../../lib/i18n/translations.ts';
import { toSignedImageUrl, hostOf } from '../../lib/web-url.ts';
import styles from './document-images.module.css';
import { useTranslations, type TextKey } from './texts.ts';
import type { Image } from '../../../src/shared/reply-details.ts';

/** Only our own addresses: a foreign host must not learn who reads. */
const getPreviewUrl = ({ preview }: Image): string | null => toSignedImageUrl(preview);

/** Whether there is anything to draw. */
export const hasPreview = (image: Image): boolean => getPreviewUrl(image) !== null;

/** The words for a picture: what it shows, else where it is from. */
export const imageName = (image: Image, t: Translator<TextKey>): string =>
  image.alt || image.caption || t('pictureFrom', { site: hostOf(image.source || image.url) });

interface DocumentImageProps {
  readonly image: Image;
  readonly eager?: boolean;
  /** As wide as our own pictures come, for a place of its own. */
  readonly large?: boolean;
}

const withWidth = (preview: string): string => `${preview}${preview.includes('?') ? '&' : '?'}w=1280`;

/** A picture in a place of fixed size, so that its coming moves nothing; a quiet sign where it does not come. */
export const DocumentImage = ({ image, eager = false, large = false }: DocumentImageProps) => {
  const t = useTranslations();
  const preview = getPreviewUrl(image);
  const address = preview !== null && large ? withWidth(preview) : preview;
  const [failed, setFailed] = useState(false);
  if (address === null || failed)
    return (
      <span role="img" aria-label={imageName(image, t)} className={styles['absent']}>
        <ImageOff aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={styles['picture']}
      src={address}
      alt={imageName(image, t)}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
};
