import { ExternalLink } from 'lucide-react';
import { useState } from 'react';

import type { ShareDecision } from '../../../../src/shared/share-reports.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import { AccountId } from '../shared/account-id.tsx';
import { formatDateTime, formatShortDay } from '../shared/labels.ts';
import type { Pending } from './decision-dialog.tsx';
import { moderationApi, type ModeratedShare } from './shares-api.ts';
import { useReportTranslations, useSharesTranslations, type SharesTextKey } from './shares-texts.ts';
import styles from './shares.module.css';

type OnDecide = (pending: Pending) => void;

const BUTTONS: Readonly<Record<ShareDecision, readonly [text: SharesTextKey, label: SharesTextKey]>> = {
  'take-down': ['takeDown', 'takeDownOf'],
  restore: ['restore', 'restoreOf'],
  dismiss: ['dismiss', 'dismissOf'],
};

const decisionsOf = ({ takenDown, reports }: ModeratedShare): readonly ShareDecision[] => {
  if (takenDown) return ['restore'];
  return reports > 0 ? ['take-down', 'dismiss'] : ['take-down'];
};

const Actions = ({ share, onDecide }: { readonly share: ModeratedShare; readonly onDecide: OnDecide }) => {
  const t = useSharesTranslations();
  const { title, url } = share;
  return (
    <div className={styles['actions']}>
      {url === null || share.takenDown ? null : (
        <a
          className={styles['open']}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('openLinkOf', { title })}
        >
          <ExternalLink aria-hidden="true" />
          {t('openLink')}
        </a>
      )}
      {decisionsOf(share).map((decision) => {
        const [text, label] = BUTTONS[decision];
        return (
          <Button
            key={decision}
            size="s"
            aria-label={t(label, { title })}
            onClick={() => onDecide({ share, decision })}
          >
            {t(text)}
          </Button>
        );
      })}
    </div>
  );
};

/** What people wrote; fetched when it is opened. */
const ReportList = ({ id }: { readonly id: string }) => {
  const t = useSharesTranslations();
  const reasonText = useReportTranslations();
  const query = moderationApi.useShareReportsQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query} lines={2} loading={t('reportsLoading')} failed={t('reportsFailed')}>
      {({ reports }) =>
        reports.length === 0 ? (
          <p>{t('noReports')}</p>
        ) : (
          <ul className={styles['reports']}>
            {reports.map(({ reason, text, at }, index) => (
              <li key={index}>
                <p>
                  <strong>{reasonText(reason)}</strong> <time dateTime={at}>{formatDateTime(at)}</time>
                </p>
                {text === '' ? null : <p dir="auto">{text}</p>}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
};

const Reports = ({ share: { id, title, reports } }: { readonly share: ModeratedShare }) => {
  const t = useSharesTranslations();
  const [isOpen, setOpen] = useState(false);
  if (reports === 0) return '–';
  return (
    <Disclosure summary={t('reports', { count: reports })} label={t('reportsOf', { title })} onToggle={setOpen}>
      {isOpen ? <ReportList id={id} /> : null}
    </Disclosure>
  );
};

const ShareRow = ({ share, onDecide }: { readonly share: ModeratedShare; readonly onDecide: OnDecide }) => {
  const t = useSharesTranslations();
  const { title, kind, owner, createdAt, takenDown } = share;
  return (
    <tr>
      <th scope="row" className={styles['title']}>
        <span dir="auto">{title}</span> {kind === 'reply' ? <Badge>{t('isReply')}</Badge> : null}{' '}
        {takenDown ? <Badge tone="danger">{t('badgeDown')}</Badge> : null}
        {takenDown ? (
          <p className={styles['note']}>
            {t('downSince', { when: formatDateTime(takenDown.at), reason: takenDown.reason })}
          </p>
        ) : null}
      </th>
      <td className={styles['who']} data-head={t('headOwner')}>
        <span dir="auto">{owner.email ?? owner.name}</span>
        <AccountId id={owner.uid} />
      </td>
      <td className={styles['created']} data-head={t('headCreated')}>
        <time dateTime={createdAt}>{formatShortDay(createdAt)}</time>
      </td>
      <td className={styles['reported']} data-head={t('headReports')}>
        <Reports share={share} />
      </td>
      <td data-wide>
        <Actions share={share} onDecide={onDecide} />
      </td>
    </tr>
  );
};

interface SharesTableProps {
  readonly shares: readonly ModeratedShare[];
  readonly busy: boolean;
  readonly onDecide: OnDecide;
}

export const SharesTable = ({ shares, busy, onDecide }: SharesTableProps) => {
  const t = useSharesTranslations();
  return (
    <DataTable
      label={t('links')}
      busy={busy}
      head={[t('headTitle'), t('headOwner'), t('headCreated'), t('headReports'), t('headActions')]}
    >
      {shares.map((share) => (
        <ShareRow key={share.id} share={share} onDecide={onDecide} />
      ))}
    </DataTable>
  );
};
