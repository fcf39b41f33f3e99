import { X } from 'lucide-react';

import type { Attachment } from '../../state/attachments-slice.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './file-list.module.css';

interface SelectedFilesProps {
  readonly files: readonly Attachment[];
  readonly onRemove: (keys: readonly string[]) => void;
}

/** What is chosen for the next message. The same files stand as chips over the text box. */
export const SelectedFiles = ({ files, onRemove }: SelectedFilesProps) => (files.length === 0 ? null : (
  <section className={styles['chosen']} aria-label="Selected files">
    <div className={styles['bar']}>
      <h3>{`Selected Files (${files.length})`}</h3>
      <Button size="s" variant="quiet" onClick={() => onRemove(files.map(({ key }) => key))}>Clear All</Button>
    </div>
    <ul className={styles['chosen-list']}>
      {files.map(({ key, name }) => (
        <li key={key} className={styles['one']}>
          <span dir="auto" title={name}>{name}</span>
          <IconButton size="s" tooltip="none" label={`Unselect ${name}`} icon={<X />} onClick={() => onRemove([key])} />
        </li>
      ))}
    </ul>
    <p className={styles['tip']}>Tip: selected files are added to your next message.</p>
  </section>
));
