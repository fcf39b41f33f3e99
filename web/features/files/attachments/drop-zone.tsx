import { Paperclip } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { carriesFiles } from '../../../lib/keep-page-on-drop.ts';
import styles from './drop-zone.module.css';
import { useTranslations } from '../attach-texts.ts';

/** What lies over the page takes its own drops. */
const isCovered = (): boolean => document.querySelector('dialog[open]') !== null;

/** Text that was copied with its picture, as from a word processor, is pasted as text. */
const pastedImages = ({ clipboardData }: ClipboardEvent): File[] =>
  clipboardData?.types.includes('text/plain')
    ? []
    : [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Handles drops anywhere on the page, and pasted images. True while files are dragged over it. */
const useFileDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const handleFiles = useEffectEvent((files: readonly File[]) => {
    if (files.length > 0 && !isCovered()) onFiles(files);
  });
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (carriesFiles(event) && !isCovered()) setIsOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setIsOver(false);
      if (carriesFiles(event)) handleFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const images = pastedImages(event);
      if (images.length === 0) return;
      event.preventDefault();
      handleFiles(images);
    };
    window.addEventListener('dragenter', onOver);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragenter', onOver);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, []);
  return isOver;
};

/** Takes files dropped anywhere on the page. */
export const DropZone = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const t = useTranslations();
  const isOver = useFileDrop(onFiles);
  return isOver ? (
    <div className={styles['sheet']} role="status">
      <p className={styles['words']}>
        <Paperclip aria-hidden="true" />
        {t('drop')}
      </p>
    </div>
  ) : null;
};
