import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { adminToast } from '../../../state/admin-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LoadState } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { Pagination } from '../../../ui/display/pagination.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import dialogStyles from '../../../ui/overlays/dialog.module.css';
import { formatShortDay } from '../shared/labels.ts';
import { HiddenHead } from '../shared/hidden-head.tsx';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { isNothing, registrationApi, type RegistrationRequest } from './registration-api.ts';
import styles from './registration.module.css';
import { useRegistrationTranslations } from './registration-texts.ts';

const PAGE_SIZE = 10;
const WAY_LABELS = {
  password: 'wayPassword',
  phone: 'wayPhone',
  google: 'wayGoogle',
  provider: 'wayProvider',
} as const;

const labelOf = ({ email, phoneNumber, name }: RegistrationRequest): string => email ?? phoneNumber ?? name;

interface DeclineDialogProps {
  readonly request: RegistrationRequest;
  readonly onClose: () => void;
}

/** The reason is a person's choice, and goes to the one who asked. */
const DeclineDialog = ({ request, onClose }: DeclineDialogProps) => {
  const t = useRegistrationTranslations();
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [decline, { isLoading, error }] = registrationApi.useDeclineRequestMutation();
  const submit = async (): Promise<void> => {
    const { error: failed } = await decline({ id: request.id, reason: reason.trim() });
    if (failed) return;
    onClose();
    dispatch(adminToast('success', t('declined', { who: labelOf(request) })));
  };
  return (
    <Dialog
      title={t('declineTitle', { who: labelOf(request) })}
      description={t(request.email === null ? 'declineSilent' : 'declineText')}
      role="alertdialog"
      size="s"
      onClose={onClose}
    >
      <TextField label={t('reason')} optional maxLength={500} autoComplete="off" value={reason} onText={setReason} />
      {error ? <Notice tone="danger">{getErrorMessage(error, t('decisionFailed'))}</Notice> : null}
      <div className={dialogStyles['actions']}>
        <Button data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="danger" busy={isLoading} disabled={isLoading} onClick={() => void submit()}>
          {t('decline')}
        </Button>
      </div>
    </Dialog>
  );
};

interface ActionsProps {
  readonly request: RegistrationRequest;
  readonly onDecline: () => void;
}

const Actions = ({ request, onDecline }: ActionsProps) => {
  const t = useRegistrationTranslations();
  const dispatch = useAppDispatch();
  const [approve, { isLoading }] = registrationApi.useApproveRequestMutation();
  const who = labelOf(request);
  const submit = async (): Promise<void> => {
    const { error } = await approve(request.id);
    dispatch(
      error
        ? adminToast('problem', getErrorMessage(error, t('decisionFailed')))
        : adminToast('success', t('approved', { who })),
    );
  };
  return (
    <div className={styles['actions']}>
      <Button
        size="s"
        variant="primary"
        busy={isLoading}
        disabled={isLoading}
        aria-label={t('approveOf', { who })}
        onClick={() => void submit()}
      >
        {t('approve')}
      </Button>
      {request.declined ? null : (
        <Button size="s" aria-label={t('declineOf', { who })} onClick={onDecline}>
          {t('decline')}
        </Button>
      )}
    </div>
  );
};

interface RequestRowProps {
  readonly request: RegistrationRequest;
  /** Undefined for auditors, who decide nothing. */
  readonly onDecline: (() => void) | undefined;
}

const RequestRow = ({ request, onDecline }: RequestRowProps) => {
  const t = useRegistrationTranslations();
  const { email, emailVerified, name, way, provider, createdAt, declined } = request;
  return (
    <tr>
      <th scope="row" className={styles['who']}>
        <bdi dir="auto">{name}</bdi>{' '}
        {email !== null && !emailVerified ? <Badge tone="warning">{t('notVerified')}</Badge> : null}{' '}
        {declined ? <Badge tone="danger">{t('badgeDeclined')}</Badge> : null}
        <div className={styles['quiet']}>
          <bdi>{labelOf(request)}</bdi>
        </div>
        {declined ? (
          <div className={styles['quiet']}>{t('declinedBy', { who: declined.byName, reason: declined.reason })}</div>
        ) : null}
      </th>
      <td data-head={t('headWay')}>{t(WAY_LABELS[way], { provider: provider ?? '' })}</td>
      <td data-head={t('headAsked')}>
        <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>
      </td>
      {onDecline ? (
        <td data-wide>
          <Actions request={request} onDecline={onDecline} />
        </td>
      ) : null}
    </tr>
  );
};

/** Who asks for an account. An admin has other cards beside it, so it is left out while nobody does. */
export const RequestsCard = () => {
  const t = useRegistrationTranslations();
  const isAdmin = useIsAdmin();
  const [page, setPage] = useState(1);
  const [declining, setDeclining] = useState<RegistrationRequest | null>(null);
  const query = registrationApi.useRegistrationRequestsQuery(
    { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const { data, isFetching } = query;
  if (isAdmin && isNothing(query)) return null;
  return (
    <Card title={t('requests')} note={data ? t('waitingCount', { count: data.waiting }) : undefined}>
      <LoadState query={query} lines={3} loading={t('loading')} failed={t('requestsFailed')} />
      {data && !isNothing(query) ? (
        <DataTable
          label={t('requests')}
          busy={isFetching}
          head={[t('headWho'), t('headWay'), t('headAsked'), ...(isAdmin ? [<HiddenHead key="do" />] : [])]}
        >
          {data.requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              onDecline={isAdmin ? () => setDeclining(request) : undefined}
            />
          ))}
        </DataTable>
      ) : null}
      <Pagination
        className={styles['pages']}
        label={t('pagesOfRequests')}
        page={page}
        pages={Math.ceil((data?.total ?? 0) / PAGE_SIZE)}
        onPage={setPage}
        isLive
      />
      {declining ? <DeclineDialog request={declining} onClose={() => setDeclining(null)} /> : null}
    </Card>
  );
};
