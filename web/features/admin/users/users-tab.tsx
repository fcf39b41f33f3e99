import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { Select, TextInput } from '../../../ui/forms/text-input.tsx';
import { numberFormat } from '../shared/intl.ts';
import { LoadFailed } from '../shared/load-failed.tsx';
import { adminApi, type UserRow, type Users } from '../shared/admin-api.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserTableRow } from './user-table-row.tsx';
import type { UserAction } from './user-label.ts';
import styles from './users.module.css';
import { useTierName } from '../shared/labels.ts';

const PAGE_SIZE = 20;
const SEARCH_DEBOUNCE_MS = 300;

const Stats = ({ stats }: Pick<Users, 'stats'>) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  const counts = [
    [t('allUsers'), stats.totalUsers],
    [tierName('free'), stats.freeUsers],
    [tierName('basic'), stats.basicUsers],
    [tierName('premium'), stats.premiumUsers],
    [t('withLimits'), stats.usersWithCustomLimits],
  ] as const;
  return (
    <dl className={styles['stats']}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{numberFormat().format(count)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface PaginationProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const Pagination = ({ page, total, onPage }: PaginationProps) => {
  const t = useUsersTranslations();
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (pages === 1) return null;
  return (
    <nav className={styles['pages']} aria-label={t('pagesOfUsers')}>
      <Button size="s" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <span aria-live="polite">{t('pageOf', { page, pages })}</span>
      <Button size="s" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
};

type TierFilter = Tier | '';

/** What is looked for; another search or tier begins at the first page again. */
const useSearch = () => {
  const [search, setSearch] = useState('');
  const [tier, setTier] = useState<TierFilter>('');
  const [page, setPage] = useState(1);
  const debouncedSearch = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search: debouncedSearch, tier };
  return {
    search,
    tier,
    page,
    setPage,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(1);
    },
    setTier: (text: string) => {
      setTier(TIERS.find((candidate) => candidate === text) ?? '');
      setPage(1);
    },
    result: adminApi.useUsersQuery(query, { refetchOnMountOrArgChange: true }),
  };
};

const UserFilters = ({
  search,
  tier,
  setSearch,
  setTier,
}: Pick<ReturnType<typeof useSearch>, 'search' | 'tier' | 'setSearch' | 'setTier'>) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  return (
    <div className={styles['bar']}>
      <Field label={t('search')}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            maxLength={200}
            placeholder={t('searchPlaceholder')}
            autoComplete="off"
            value={search}
            onText={setSearch}
          />
        )}
      </Field>
      <Field label={t('tier')}>
        {(control) => (
          <Select {...control} value={tier} onText={setTier}>
            <option value="">{t('everyTier')}</option>
            {TIERS.map((candidate) => (
              <option key={candidate} value={candidate}>
                {tierName(candidate)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};

interface PendingAction {
  readonly action: UserAction;
  readonly user: UserRow;
}

const HEAD = ['headPerson', 'headPlan', 'headToday', 'headLimits', 'headJoined'] as const;

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly busy: boolean;
  readonly onAction: (action: UserAction, user: UserRow) => void;
}

const UserTable = ({ users, busy, onAction }: UserTableProps) => {
  const t = useUsersTranslations();
  if (users.length === 0) return <p className={styles['none']}>{t('nobodyFound')}</p>;
  const head = [
    ...HEAD.map((key) => t(key)),
    <span key="do" className="visually-hidden">
      {t('headActions')}
    </span>,
  ];
  return (
    <DataTable label={t('users')} busy={busy} head={head}>
      {users.map((user) => (
        <UserTableRow key={user.uid} user={user} onAction={(action) => onAction(action, user)} />
      ))}
    </DataTable>
  );
};

/** Everybody with an account. */
export const UsersTab = () => {
  const t = useUsersTranslations();
  const {
    result: { data, isError, isFetching, refetch },
    page,
    setPage,
    ...bar
  } = useSearch();
  const [pending, setPending] = useState<PendingAction | null>(null);
  return (
    <>
      {data ? <Stats stats={data.stats} /> : null}
      <UserFilters {...bar} />
      {isError ? (
        <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
          {t('usersFailed')}
        </LoadFailed>
      ) : null}
      {!data && !isError ? <Skeleton lines={10} label={t('usersLoading')} /> : null}
      {data ? (
        <UserTable users={data.users} busy={isFetching} onAction={(action, user) => setPending({ action, user })} />
      ) : null}
      {data ? <Pagination page={page} total={data.total} onPage={setPage} /> : null}
      {pending ? <UserDialog {...pending} onClose={() => setPending(null)} /> : null}
    </>
  );
};
