import { X } from 'lucide-react';

import type { Attachment } from '../../../state/attachments-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './file-list.module.css';
import { useTranslations } from '../texts.ts';

interface SelectedFilesProps {
  readonly files: readonly Attachment[];
  readonly onRemove: (keys: readonly string[]) => void;
}

/** The stored files that are selected for the next message. */
export const SelectedFiles = ({ files, onRemove }: SelectedFilesProps) => {
  const t = useTranslations();
  return files.length === 0 ? null : (
    <section className={styles['chosen']} aria-label={t('selected')}>
      <div className={styles['bar']}>
        <h3>{t('selectedCount', { count: files.length })}</h3>
        <Button size="s" variant="quiet" onClick={() => onRemove(files.map(({ key }) => key))}>
          {t('clearAll')}
        </Button>
      </div>
      <ul className={styles['chosen-list']}>
        {files.map(({ key, name }) => (
          <li key={key} className={styles['one']}>
            <span dir="auto" title={name}>
              {name}
            </span>
            <IconButton
              size="s"
              tooltip="none"
              label={t('unselect', { name })}
              icon={<X />}
              onClick={() => onRemove([key])}
            />
          </li>
        ))}
      </ul>
      <p className={styles['tip']}>{t('tip')}</p>
    </section>
  );
};
