import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { formatShortDay, useTierName } from '../shared/labels.ts';
import { HiddenHead } from '../shared/hidden-head.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { type Invitation, isNothing, registrationApi } from './registration-api.ts';
import styles from './registration.module.css';
import { useRegistrationTranslations } from './registration-texts.ts';

const PAGE_SIZE = 10;

const stateOf = ({ revokedAt, used, uses, expiresAt }: Invitation, now: number) => {
  if (revokedAt !== null) return 'stateRevoked';
  if (used >= uses) return 'stateUsed';
  return Date.parse(expiresAt) <= now ? 'stateExpired' : 'stateOpen';
};

const useRevoke = () => {
  const t = useRegistrationTranslations();
  const dispatch = useAppDispatch();
  const [revoke, { isLoading }] = registrationApi.useRevokeInvitationMutation();
  return {
    isLoading,
    revoke: async (id: string): Promise<void> => {
      const { error } = await revoke(id);
      dispatch(
        error ? adminToast('problem', getErrorMessage(error, t('revokeFailed'))) : adminToast('success', t('revoked')),
      );
    },
  };
};

const InvitationRow = ({ invitation, now }: { readonly invitation: Invitation; readonly now: number }) => {
  const t = useRegistrationTranslations();
  const tierName = useTierName();
  const isAdmin = useIsAdmin();
  const { revoke, isLoading } = useRevoke();
  const { email, tier, used, uses, usedBy, byName, expiresAt } = invitation;
  const state = stateOf(invitation, now);
  const who = email ?? t('anybody');
  return (
    <tr>
      <th scope="row" className={styles['who']}>
        <bdi>{who}</bdi> <Badge tone={state === 'stateOpen' ? 'accent' : 'quiet'}>{t(state)}</Badge>{' '}
        {tier ? <Badge>{tierName(tier)}</Badge> : null}
      </th>
      <td data-head={t('headUsed')}>
        {t('usedOf', { used, uses })}
        {usedBy.length === 0 ? null : (
          <div className={styles['quiet']}>{usedBy.map(({ name }) => name).join(', ')}</div>
        )}
      </td>
      <td data-head={t('headBy')}>{byName}</td>
      <td data-head={t('headUntil')}>
        <time dateTime={expiresAt}>{formatShortDay(expiresAt)}</time>
      </td>
      {isAdmin ? (
        <td data-wide>
          {state === 'stateOpen' ? (
            <div className={styles['actions']}>
              <Button
                size="s"
                busy={isLoading}
                aria-label={t('revokeOf', { who })}
                onClick={() => void revoke(invitation.id)}
              >
                {t('revoke')}
              </Button>
            </div>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
};

/** The invitations and who used them. An admin has other cards beside it, so it is left out while there are none. */
export const InvitationsCard = ({ now }: { readonly now: number }) => {
  const t = useRegistrationTranslations();
  const isAdmin = useIsAdmin();
  const [page, setPage] = useState(1);
  const query = registrationApi.useInvitationsQuery(
    { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const { data, isFetching } = query;
  if (isAdmin && isNothing(query)) return null;
  return (
    <Card title={t('invitations')} note={t(data?.total === 0 ? 'noInvitations' : 'invitationsNote')}>
      <LoadState query={query} lines={3} loading={t('loading')} failed={t('invitationsFailed')} />
      {data && !isNothing(query) ? (
        <DataTable
          label={t('invitations')}
          busy={isFetching}
          head={[
            t('headFor'),
            t('headUsed'),
            t('headBy'),
            t('headUntil'),
            ...(isAdmin ? [<HiddenHead key="do" />] : []),
          ]}
        >
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} now={now} />
          ))}
        </DataTable>
      ) : null}
      <Pagination
        className={styles['pages']}
        label={t('pagesOfInvitations')}
        page={page}
        pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        onPage={setPage}
        isLive
      />
    </Card>
  );
};
