import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { useDebouncedValue } from '../../../lib/hooks/use-debounced-value.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { adminApi } from '../shared/admin-api.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { useTranslations } from '../texts.ts';
import { type Group, groupsApi, type Groups, type Member } from './groups-api.ts';
import { useGroupsTranslations } from './groups-texts.ts';
import styles from './groups.module.css';

const PAGE_SIZE = 20;
const MAX_FOUND = 5;
const DEBOUNCE_MS = 300;

interface Person {
  readonly uid: string;
  readonly name: string;
  readonly email: string | null;
}

const labelOf = ({ email, name, uid }: Person): string => email ?? (name || uid);

const PersonName = ({ person }: { readonly person: Person }) => (
  <span className={styles['person']}>
    <bdi dir="auto">{person.name || labelOf(person)}</bdi>
    <span className={styles['note']}>
      <bdi>{person.email ?? person.uid}</bdi>
    </span>
  </span>
);

/** Why a person could not be added or removed. */
const Failure = ({ of }: { readonly of: unknown }) => {
  const t = useTranslations();
  return of === undefined ? null : <Notice tone="danger">{getErrorMessage(of, t('didNotWork'))}</Notice>;
};

/** Finds accounts by a part of name or address, and adds one by one. */
const AddMember = ({ group }: { readonly group: Group }) => {
  const t = useGroupsTranslations();
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [add, { isLoading, originalArgs, error }] = groupsApi.useAddGroupMemberMutation();
  const { data } = adminApi.useUsersQuery(
    { search, limit: MAX_FOUND },
    { skip: search === '', refetchOnMountOrArgChange: true },
  );
  const found = search === '' ? [] : (data?.users ?? []);
  return (
    <div>
      <TextField
        type="search"
        label={t('addPeople')}
        hint={t('addHint')}
        autoComplete="off"
        maxLength={200}
        data-autofocus
        value={typed}
        onText={setTyped}
      />
      <ul className={styles['people']} aria-label={t('found')}>
        {found.map((person) => {
          const isMember = person.groups.some(({ id }) => id === group.id);
          return (
            <li key={person.uid}>
              <PersonName person={person} />
              <Button
                size="s"
                busy={isLoading && originalArgs?.uid === person.uid}
                disabled={isMember || isLoading}
                aria-label={t('addOf', { who: labelOf(person) })}
                onClick={() => void add({ id: group.id, uid: person.uid })}
              >
                {t(isMember ? 'isMember' : 'add')}
              </Button>
            </li>
          );
        })}
      </ul>
      {search !== '' && data && found.length === 0 ? <p className={styles['note']}>{t('nobodyFound')}</p> : null}
      <Failure of={error} />
    </div>
  );
};

interface MemberRowProps {
  readonly member: Member;
  readonly providers: Groups['providers'];
  readonly onRemove: (() => void) | undefined;
}

const MemberRow = ({ member, providers, onRemove }: MemberRowProps) => {
  const t = useGroupsTranslations();
  const labelFor = (id: string): string => providers.find((provider) => provider.id === id)?.label ?? id;
  return (
    <li>
      <PersonName person={member} />
      {member.providers.map((id) => (
        <Badge key={id}>{t('byProvider', { label: labelFor(id) })}</Badge>
      ))}
      {onRemove ? (
        <Button size="s" variant="quiet" aria-label={t('removeOf', { who: labelOf(member) })} onClick={onRemove}>
          {t('remove')}
        </Button>
      ) : null}
    </li>
  );
};

interface MembersDialogProps {
  readonly group: Group;
  readonly providers: Groups['providers'];
  readonly onClose: () => void;
}

/** The members of a group; admins add and remove them. */
export const MembersDialog = ({ group, providers, onClose }: MembersDialogProps) => {
  const t = useGroupsTranslations();
  const isAdmin = useIsAdmin();
  const [page, setPage] = useState(1);
  const query = groupsApi.useGroupMembersQuery({ id: group.id, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const [remove, { error }] = groupsApi.useRemoveGroupMemberMutation();
  const { data } = query;
  return (
    <Dialog title={t('membersTitle', { name: group.name })} size="m" onClose={onClose}>
      <div className={styles['form']}>
        {isAdmin ? <AddMember group={group} /> : null}
        <LoadState query={query} lines={4} loading={t('membersLoading')} failed={t('membersFailed')} />
        <Failure of={error} />
        {data?.total === 0 ? <p className={styles['note']}>{t('noMembers')}</p> : null}
        <ul className={styles['people']} aria-label={t('members')}>
          {data?.members.map((member) => (
            <MemberRow
              key={member.uid}
              member={member}
              providers={providers}
              onRemove={isAdmin ? () => void remove({ id: group.id, uid: member.uid }) : undefined}
            />
          ))}
        </ul>
        <Pagination
          className={styles['pages']}
          label={t('pagesOfMembers')}
          page={page}
          pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
          onPage={setPage}
          isLive
        />
      </div>
    </Dialog>
  );
};
