import { useState } from 'react';

import { RETENTION_DAYS_RANGE } from '../../../../src/shared/settings/audit.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { useConfig } from '../config/use-config.ts';
import { NumberField } from '../shared/number-field.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { AuditActions } from './audit-actions.tsx';
import { auditApi, type AuditFilter } from './audit-api.ts';
import { AuditFilters, EMPTY_FORM, toFilter } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { useAuditTranslations } from './audit-texts.ts';
import styles from './audit.module.css';

const DEBOUNCE_MS = 300;

const RetentionCard = () => {
  const t = useAuditTranslations();
  const config = useConfig('audit');
  return (
    <Card title={t('retentionTitle')} note={t('retentionNote')}>
      <ConfigForm config={config}>
        {({ retentionDays }) => (
          <div className={styles['retention']}>
            <NumberField
              label={t('retentionDays')}
              range={RETENTION_DAYS_RANGE}
              value={retentionDays}
              onValue={(days) => config.change({ retentionDays: days })}
            />
          </div>
        )}
      </ConfigForm>
    </Card>
  );
};

const AuditList = ({ filter }: { readonly filter: AuditFilter }) => {
  const t = useAuditTranslations();
  const query = auditApi.useAuditInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const state = <LoadState query={query} lines={10} loading={t('loading')} failed={t('failed')} />;
  if (!data) return state;
  const entries = data.pages.flatMap((page) => page.entries);
  const isEmpty = entries.length === 0;
  return (
    <>
      {state}
      {isEmpty ? null : <AuditTable entries={entries} busy={isFetching} />}
      {isEmpty && !hasNextPage ? <p className={styles['none']}>{t('none')}</p> : null}
      {hasNextPage ? (
        <div className={styles['more']}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isEmpty ? 'searchOlder' : 'older')}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** Who did what to what. */
export const AuditTab = () => {
  const t = useAuditTranslations();
  const isAdmin = useIsAdmin();
  const [form, setForm] = useState(EMPTY_FORM);
  const person = useDebouncedValue(form.person.trim(), DEBOUNCE_MS);
  const text = useDebouncedValue(form.text.trim(), DEBOUNCE_MS);
  const filter = toFilter({ ...form, person, text });
  return (
    <>
      <p className={styles['intro']}>{t('intro')}</p>
      <AuditFilters form={form} onForm={setForm} />
      <AuditActions filter={filter} />
      <AuditList filter={filter} />
      {isAdmin ? <RetentionCard /> : null}
    </>
  );
};
