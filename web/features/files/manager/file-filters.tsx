import { RefreshCw, Search } from 'lucide-react';

import { filesSearched, filesTagged } from '../../../state/files-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/forms/text-input.tsx';
import styles from './file-list.module.css';
import { useTranslations } from '../texts.ts';

interface FileFiltersProps {
  readonly tags: readonly string[];
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

/** Filters the list by text and tag, and refreshes it. */
export const FileFilters = ({ tags, busy, onRefresh }: FileFiltersProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { search, tag } = useAppSelector(({ files }) => files);
  const tagOptions = tag === '' || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <div className={styles['filters']} role="search" aria-label={t('search')}>
      <div className={styles['search']}>
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          dir="auto"
          value={search}
          maxLength={200}
          onChange={({ target }) => dispatch(filesSearched(target.value))}
        />
      </div>
      <div className={styles['narrowing']}>
        <div className={styles['by-tag']}>
          <Select
            aria-label={t('byTag')}
            value={tag}
            onText={(nextTag) => dispatch(filesTagged(nextTag))}
            options={[['', t('allTags')], ...tagOptions.map((option) => [option, option] as const)]}
          />
        </div>
        <IconButton
          label={t('refresh')}
          tooltip="left"
          icon={<RefreshCw />}
          aria-busy={busy || undefined}
          onClick={onRefresh}
        />
      </div>
    </div>
  );
};
