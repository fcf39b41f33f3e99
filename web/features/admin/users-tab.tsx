import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Select, TextInput } from '../../ui/text-input.tsx';
import { numbers } from './formats.ts';
import { LoadFailed } from './load-failed.tsx';
import { peopleApi, type UserRow, type Users } from './people-api.ts';
import { usePeopleTexts } from './people-texts.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserTableRow } from './user-table-row.tsx';
import type { UserDeed } from './user-words.ts';
import styles from './users.module.css';
import { TIERS, useTierName } from './words.ts';

const PAGE_SIZE = 20;
const SEARCH_PAUSE_MS = 300;

const Stats = ({ stats }: Pick<Users, 'stats'>) => {
  const t = usePeopleTexts();
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
          <dd>{numbers().format(count)}</dd>
        </div>
      ))}
    </dl>
  );
};

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const Pages = ({ page, total, onPage }: PagesProps) => {
  const t = usePeopleTexts();
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
  const settled = useSettled(search.trim(), SEARCH_PAUSE_MS);
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search: settled, tier };
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
      setTier(TIERS.find((one) => one === text) ?? '');
      setPage(1);
    },
    answer: peopleApi.useUsersQuery(query, { refetchOnMountOrArgChange: true }),
  };
};

const Bar = ({
  search,
  tier,
  setSearch,
  setTier,
}: Pick<ReturnType<typeof useSearch>, 'search' | 'tier' | 'setSearch' | 'setTier'>) => {
  const t = usePeopleTexts();
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
            {TIERS.map((one) => (
              <option key={one} value={one}>
                {tierName(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};

interface Doing {
  readonly deed: UserDeed;
  readonly user: UserRow;
}

const HEAD = ['headPerson', 'headPlan', 'headToday', 'headLimits', 'headJoined'] as const;

interface PeopleProps {
  readonly users: readonly UserRow[];
  readonly busy: boolean;
  readonly onDo: (deed: UserDeed, user: UserRow) => void;
}

const People = ({ users, busy, onDo }: PeopleProps) => {
  const t = usePeopleTexts();
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
        <UserTableRow key={user.uid} user={user} onDo={(deed) => onDo(deed, user)} />
      ))}
    </DataTable>
  );
};

/** Everybody with an account. */
export const UsersTab = () => {
  const t = usePeopleTexts();
  const {
    answer: { data, isError, isFetching, refetch },
    page,
    setPage,
    ...bar
  } = useSearch();
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <>
      {data ? <Stats stats={data.stats} /> : null}
      <Bar {...bar} />
      {isError ? (
        <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
          {t('usersFailed')}
        </LoadFailed>
      ) : null}
      {!data && !isError ? <Skeleton lines={10} label={t('usersLoading')} /> : null}
      {data ? <People users={data.users} busy={isFetching} onDo={(deed, user) => setDoing({ deed, user })} /> : null}
      {data ? <Pages page={page} total={data.total} onPage={setPage} /> : null}
      {doing ? <UserDialog {...doing} onClose={() => setDoing(null)} /> : null}
    </>
  );
};
