import { ArrowUpRight, ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';

import { directionOf } from '../../lib/i18n/language.ts';
import { currentLanguage } from '../../lib/i18n/translations.ts';
import { hostOf, toWebUrl } from '../../lib/web-url.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './document-images.module.css';
import { DocumentImage } from './document-images.tsx';
import { useTranslations } from './texts.ts';
import type { Image } from '../../../src/shared/reply-details.ts';

interface ImageDialogProps {
  readonly images: readonly Image[];
  readonly at: number;
  readonly onMove: (to: number) => void;
  readonly onClose: () => void;
}

const Caption = ({ image }: { readonly image: Image }) => {
  const address = toWebUrl(image.source) ?? toWebUrl(image.url);
  return (
    <div className={styles['caption']}>
      <p dir="auto">{image.caption || image.alt}</p>
      {address === null ? null : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {hostOf(address)}
          <ArrowUpRight aria-hidden="true" className="mirrored" />
        </a>
      )}
    </div>
  );
};

/** One picture large, with the others an arrow away; the row runs round. */
export const ImageDialog = ({ images, at, onMove, onClose }: ImageDialogProps) => {
  const t = useTranslations();
  const image = images[at];
  const move = (by: number): void => onMove((at + by + images.length) % images.length);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    const onward = directionOf(currentLanguage()) === 'rtl' ? -1 : 1;
    if (key === 'ArrowLeft') move(-onward);
    if (key === 'ArrowRight') move(onward);
  };
  if (!image) return null;
  const several = images.length > 1;
  return (
    <Dialog
      title={several ? t('imageOf', { index: at + 1, count: images.length }) : t('image')}
      size="l"
      onClose={onClose}
    >
      <div className={styles['stage']} onKeyDown={onKeyDown} tabIndex={-1} data-autofocus="">
        <div key={at} className={styles['large']}>
          <DocumentImage image={image} eager large />
        </div>
        {several ? (
          <div className={styles['arrows']}>
            <IconButton
              label={t('previousImage')}
              tooltip="none"
              className={styles['arrow']}
              icon={<ChevronLeft className="mirrored" />}
              onClick={() => move(-1)}
            />
            <IconButton
              label={t('nextImage')}
              tooltip="none"
              className={styles['arrow']}
              icon={<ChevronRight className="mirrored" />}
              onClick={() => move(1)}
            />
          </div>
        ) : null}
        <Caption image={image} />
      </div>
    </Dialog>
  );
};
