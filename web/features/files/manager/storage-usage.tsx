import { Meter } from '../../../ui/display/meter.tsx';
import type { FileList } from '../files-api.ts';
import { formatFileSize } from '../../../lib/format-file-size.ts';
import { useTranslations } from '../texts.ts';
import styles from './file-list.module.css';

/** How much of the space and of the number of files is used. */
export const StorageUsage = ({
  of: { totalFiles, totalSize, maxFiles, maxSize },
}: {
  readonly of: FileList['usage'];
}) => {
  const t = useTranslations();
  const size =
    maxSize < 0
      ? t('used', { size: formatFileSize(totalSize) })
      : t('usedOf', { size: formatFileSize(totalSize), most: formatFileSize(maxSize) });
  const count = maxFiles < 0 ? t('count', { count: totalFiles }) : t('countOf', { count: totalFiles, most: maxFiles });
  return (
    <div className={styles['usage']}>
      <span>{`${size} · ${count}`}</span>
      {maxSize < 0 ? null : <Meter label={t('storage')} value={totalSize} max={maxSize} text={size} />}
    </div>
  );
};
