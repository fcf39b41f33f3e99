import { cx } from '../../ui/cx.ts';
import type { ShownImage } from './document-content.ts';
import styles from './document-images.module.css';
import { nameOf, Picture } from './picture.tsx';
import { useTexts } from './texts.ts';

interface DocumentImagesProps {
  /** At most six, with an address of our own each. */
  readonly images: readonly ShownImage[];
  readonly onOpen: (at: number) => void;
}

/** Pictures that belong to the answer, in rows of one height. A click shows one large. */
export const DocumentImages = ({ images, onOpen }: DocumentImagesProps) => {
  const t = useTexts();
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
              aria-label={t('openImage', { name: nameOf(image, t) })}
              onClick={() => onOpen(at)}
            >
              <Picture image={image} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

interface LeadPictureProps {
  readonly image: ShownImage;
  readonly onOpen: () => void;
}

/** The picture across the top of a magazine page. */
export const LeadPicture = ({ image, onOpen }: LeadPictureProps) => {
  const t = useTexts();
  return (
    <figure className={styles['lead']}>
      <button
        type="button"
        className={cx(styles['tile'], styles['wide'])}
        aria-label={t('openImage', { name: nameOf(image, t) })}
        onClick={onOpen}
      >
        <Picture image={image} eager />
      </button>
      {image.caption === '' ? null : <figcaption dir="auto">{image.caption}</figcaption>}
    </figure>
  );
};
