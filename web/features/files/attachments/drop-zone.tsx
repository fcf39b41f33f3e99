import { Paperclip } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { isPageCovered, onIncomingFiles } from '../../../lib/incoming-files.ts';
import { carriesFiles } from '../../../lib/keep-page-on-drop.ts';
import styles from './drop-zone.module.css';
import { useTranslations } from '../attach-texts.ts';

/** Handles drops anywhere on the page, and pasted images. True while files are dragged over it. */
const useFileDrop = (onFiles: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => onIncomingFiles((files) => handleFiles(files)), []);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (carriesFiles(event) && !isPageCovered()) setIsOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (): void => setIsOver(false);
    window.addEventListener('dragenter', onOver);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onOver);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
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
