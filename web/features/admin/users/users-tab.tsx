import { Download } from 'lucide-react';
import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { SortOrder, UserSort } from '../../../../src/shared/user-order.ts';
import { adminToast } from '../../../state/admin-slice.ts';
import { downloadFile } from '../../../state/download-file.ts';
import { useAppStore } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { numberFormat } from '../shared/intl.ts';
import { adminApi, exportUsers, type UserRow, type Users } from '../shared/admin-api.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { WaitingNotice } from '../registration/waiting-notice.tsx';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
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

interface Sort {
  readonly by: UserSort;
  readonly order: SortOrder;
}

/** The columns in their order, and whether the most is looked for first. */
const COLUMNS = [
  ['name', 'headPerson', 'asc'],
  ['plan', 'headPlan', 'desc'],
  ['today', 'headToday', 'desc'],
  ['limits', 'headLimits', 'desc'],
  ['active', 'headActive', 'desc'],
  ['joined', 'headJoined', 'desc'],
] as const satisfies readonly (readonly [UserSort, UsersTextKey, SortOrder])[];

const turned = (order: SortOrder): SortOrder => (order === 'asc' ? 'desc' : 'asc');

/** The filters of the list. Changing one goes back to the first page. */
const useSearch = () => {
  const [search, setSearch] = useState('');
  const [tier, setTier] = useState<TierFilter>('');
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>({ by: 'joined', order: 'desc' });
  const debouncedSearch = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS);
  const filter = { search: debouncedSearch, tier };
  const query = { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, sort: sort.by, order: sort.order };
  return {
    search,
    tier,
    filter,
    page,
    sort,
    setSort: (next: Sort) => {
      setSort(next);
      setPage(1);
    },
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

type Search = ReturnType<typeof useSearch>;

/** Saves all accounts that match as a file. */
const ExportButton = ({ filter }: Pick<Search, 'filter'>) => {
  const t = useUsersTranslations();
  const store = useAppStore();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const failure = await downloadFile(store, exportUsers({ query: filter }).path, 'accounts.csv');
    setBusy(false);
    if (failure) store.dispatch(adminToast('problem', t('usersExportFailed')));
  };
  return (
    <Button className={styles['export']} busy={busy} icon={<Download />} onClick={() => void save()}>
      {t('exportCsv')}
    </Button>
  );
};

const UserFilters = ({
  search,
  tier,
  setSearch,
  setTier,
  sort,
  setSort,
  filter,
}: Pick<Search, 'search' | 'tier' | 'setSearch' | 'setTier' | 'sort' | 'setSort' | 'filter'>) => {
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
      <div className={styles['sort']}>
        <SelectField
          label={t('sortBy')}
          value={sort.by}
          onText={(text) => COLUMNS.filter(([by]) => by === text).forEach(([by, , order]) => setSort({ by, order }))}
          options={COLUMNS.map(([by, head]) => [by, t(head)] as const)}
        />
      </div>
      {useIsAdmin() ? <ExportButton filter={filter} /> : null}
    </div>
  );
};

interface PendingAction {
  readonly action: UserAction;
  readonly user: UserRow;
}

interface UserTableProps extends Pick<Search, 'sort' | 'setSort'> {
  readonly users: readonly UserRow[];
  readonly busy: boolean;
  readonly onAction: (action: UserAction, user: UserRow) => void;
}

const UserTable = ({ users, busy, sort, setSort, onAction }: UserTableProps) => {
  const t = useUsersTranslations();
  const isAdmin = useIsAdmin();
  if (users.length === 0) return <p className={styles['none']}>{t('nobodyFound')}</p>;
  const head = [
    ...COLUMNS.map(([by, key, order]) => {
      const isSorted = sort.by === by;
      return {
        label: t(key),
        sorted: isSorted ? (sort.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : null,
        onSort: () => setSort({ by, order: isSorted ? turned(sort.order) : order }),
      };
    }),
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
      <WaitingNotice />
      <UserFilters {...bar} />
      <LoadState query={result} lines={10} loading={t('usersLoading')} failed={t('usersFailed')} />
      {data ? (
        <>
          <UserTable
            users={data.users}
            busy={isFetching}
            sort={bar.sort}
            setSort={bar.setSort}
            onAction={(action, user) => setPending({ action, user })}
          />
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
