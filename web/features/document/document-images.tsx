import { cx } from '../../ui/cx.ts';
import styles from './document-images.module.css';
import { imageName, DocumentImage } from './document-image.tsx';
import { useTranslations } from './texts.ts';
import type { Image } from '../../../src/shared/reply-details.ts';

interface DocumentImagesProps {
  /** At most six, with an address of our own each. */
  readonly images: readonly Image[];
  readonly onOpen: (at: number) => void;
}

/** Pictures that belong to the answer, in rows of one height. A click shows one large. */
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

/** The picture across the top of a magazine page. */
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
