import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { numberFormat } from '../shared/intl.ts';
import { adminApi, type UserRow, type Users } from '../shared/admin-api.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
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

type TierFilter = Tier | '';

/** The filters of the list. Changing one goes back to the first page. */
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
      <TextField
        label={t('search')}
        type="search"
        maxLength={200}
        placeholder={t('searchPlaceholder')}
        autoComplete="off"
        value={search}
        onText={setSearch}
      />
      <SelectField
        label={t('tier')}
        value={tier}
        onText={setTier}
        options={[['', t('everyTier')], ...TIERS.map((candidate) => [candidate, tierName(candidate)] as const)]}
      />
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
  const isAdmin = useIsAdmin();
  if (users.length === 0) return <p className={styles['none']}>{t('nobodyFound')}</p>;
  const head = [
    ...HEAD.map((key) => t(key)),
    ...(isAdmin
      ? [
          <span key="do" className="visually-hidden">
            {t('headActions')}
          </span>,
        ]
      : []),
  ];
  return (
    <DataTable label={t('users')} busy={busy} head={head}>
      {users.map((user) => (
        <UserTableRow key={user.uid} user={user} onAction={isAdmin ? (action) => onAction(action, user) : undefined} />
      ))}
    </DataTable>
  );
};

/** The accounts of the server. */
export const UsersTab = () => {
  const t = useUsersTranslations();
  const { result, page, setPage, ...bar } = useSearch();
  const { data, isFetching } = result;
  const [pending, setPending] = useState<PendingAction | null>(null);
  return (
    <>
      {data ? <Stats stats={data.stats} /> : null}
      <UserFilters {...bar} />
      <LoadState query={result} lines={10} loading={t('usersLoading')} failed={t('usersFailed')} />
      {data ? (
        <>
          <UserTable users={data.users} busy={isFetching} onAction={(action, user) => setPending({ action, user })} />
          <Pagination
            className={styles['pages']}
            label={t('pagesOfUsers')}
            page={page}
            pages={Math.ceil(data.total / PAGE_SIZE)}
            onPage={setPage}
            isLive
          />
        </>
      ) : null}
      {pending ? <UserDialog {...pending} onClose={() => setPending(null)} /> : null}
    </>
  );
};
