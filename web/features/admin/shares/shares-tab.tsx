import { useState } from 'react';

import { SHARE_FILTERS } from '../../../../src/shared/share-reports.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { DecisionDialog, type Pending } from './decision-dialog.tsx';
import { moderationApi, type ShareSearch } from './shares-api.ts';
import { SharesTable } from './shares-table.tsx';
import { useSharesTranslations } from './shares-texts.ts';
import styles from './shares.module.css';

const DEBOUNCE_MS = 300;
const EVERYTHING: ShareSearch = { filter: 'all', search: '' };

interface FormProps {
  readonly form: ShareSearch;
  readonly onForm: (form: ShareSearch) => void;
}

const Filters = ({ form, onForm }: FormProps) => {
  const t = useSharesTranslations();
  return (
    <div className={styles['filters']}>
      <SelectField
        label={t('show')}
        value={form.filter}
        onText={(text) => onForm({ ...form, filter: SHARE_FILTERS.find((filter) => filter === text) ?? 'all' })}
        options={SHARE_FILTERS.map((filter) => [filter, t(filter)] as const)}
      />
      <TextField
        type="search"
        label={t('search')}
        maxLength={500}
        value={form.search}
        onText={(search) => onForm({ ...form, search })}
      />
    </div>
  );
};

const ShareList = ({
  search,
  onDecide,
}: {
  readonly search: ShareSearch;
  readonly onDecide: (of: Pending) => void;
}) => {
  const t = useSharesTranslations();
  const query = moderationApi.useModeratedSharesInfiniteQuery(search, { refetchOnMountOrArgChange: true });
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const state = <LoadState query={query} lines={8} loading={t('loading')} failed={t('failed')} />;
  if (!data) return state;
  const shares = data.pages.flatMap((page) => page.shares);
  return (
    <>
      {state}
      {shares.length === 0 ? (
        <p className={styles['none']}>{t('none')}</p>
      ) : (
        <SharesTable shares={shares} busy={isFetching} onDecide={onDecide} />
      )}
      {hasNextPage ? (
        <div className={styles['more']}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** The public links of everybody, what people reported of them, and an admin's decisions. */
export const SharesTab = () => {
  const t = useSharesTranslations();
  const [form, setForm] = useState(EVERYTHING);
  const [pending, setPending] = useState<Pending | null>(null);
  const search = useDebouncedValue(form.search.trim(), DEBOUNCE_MS);
  return (
    <>
      <p className={styles['intro']}>{t('intro')}</p>
      <Filters form={form} onForm={setForm} />
      <ShareList search={{ filter: form.filter, search }} onDecide={setPending} />
      {pending ? <DecisionDialog {...pending} onClose={() => setPending(null)} /> : null}
    </>
  );
};
