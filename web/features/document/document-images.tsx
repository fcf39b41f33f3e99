import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import type { Translator } from '../../lib/i18n/translations.ts';
import { toSignedImageUrl, hostOf } from '../../lib/web-url.ts';
import { cx } from '../../ui/cx.ts';
import styles from './document-images.module.css';
import { useTranslations, type TextKey } from './texts.ts';
import type { Image } from '../../../src/shared/reply-details.ts';

/** Only signed addresses of this server: other hosts must not learn who reads. */
const getPreviewUrl = ({ preview }: Image): string | null => toSignedImageUrl(preview);

export const hasPreview = (image: Image): boolean => getPreviewUrl(image) !== null;

/** The accessible name: the alt text or caption, else the site. */
const imageName = (image: Image, t: Translator<TextKey>): string =>
  image.alt || image.caption || t('pictureFrom', { site: hostOf(image.source || image.url) });

interface DocumentImageProps {
  readonly image: Image;
  readonly eager?: boolean;
  /** Loads the largest size. */
  readonly large?: boolean;
}

const withWidth = (preview: string): string => `${preview}${preview.includes('?') ? '&' : '?'}w=1280`;

/** An image in a box of fixed size, so that loading it moves nothing; a placeholder if it fails. */
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

interface DocumentImagesProps {
  readonly images: readonly Image[];
  readonly onOpen: (at: number) => void;
}

/** The images of the answer. A click opens the dialog. */
export const DocumentImages = ({ images, onOpen }: DocumentImagesProps) => {
  const t = useTranslations();
  if (images.length === 0) return null;
  return (
    <section className={styles['images']} aria-label={t('images')} data-testid="doc-images">
      <h2 className={styles['heading']}>{t('images')}</h2>
      <ul className={styles['strip']}>
        {images.map((image, at) => (
          <li key={image.url}>
            <button
              type="button"
              className={styles['tile']}
              aria-label={t('openImage', { name: imageName(image, t) })}
              onClick={() => onOpen(at)}
            >
              <DocumentImage image={image} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

interface LeadImageProps {
  readonly image: Image;
  readonly onOpen: () => void;
}

/** The image across the top of a magazine page. */
export const LeadImage = ({ image, onOpen }: LeadImageProps) => {
  const t = useTranslations();
  return (
    <figure className={styles['lead']}>
      <button
        type="button"
        className={cx(styles['tile'], styles['wide'])}
        aria-label={t('openImage', { name: imageName(image, t) })}
        onClick={onOpen}
      >
        <DocumentImage image={image} eager />
      </button>
      {image.caption === '' ? null : <figcaption dir="auto">{image.caption}</figcaption>}
    </figure>
  );
};
