import {
  Ban,
  CircleCheck,
  CreditCard,
  Crown,
  Ellipsis,
  RotateCcwKey,
  MailCheck,
  ShieldCheck,
  Trash2,
} from 'lucide-react';

import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { UserRow } from '../shared/admin-api.ts';
import { useUsersTranslations } from '../shared/users-texts.ts';
import { formatLimit, getUserLabel, ROLE_LABELS, type UserAction } from './user-label.ts';
import styles from './users.module.css';
import { formatShortDay, formatUtcDay, useTierName } from '../shared/labels.ts';

const SuspensionBadges = ({ user: { suspended, paid, planCancellation } }: { readonly user: UserRow }) => {
  const t = useUsersTranslations();
  return (
    <>
      {suspended ? <Badge tone="danger">{t('badgeSuspended')}</Badge> : null}
      {suspended && paid?.renews ? <Badge tone="danger">{t('stillCharged')}</Badge> : null}
      {planCancellation && !planCancellation.isDone ? <Badge tone="warning">{t('planWaits')}</Badge> : null}
    </>
  );
};

const UserCell = ({ user }: { readonly user: UserRow }) => {
  const t = useUsersTranslations();
  return (
    <th scope="row">
      <span className={styles['name']}>
        <bdi dir="auto">{user.name || getUserLabel(user)}</bdi>
      </span>
      <span className={styles['address']}>
        <bdi dir="ltr">{user.email ?? user.phoneNumber ?? user.uid}</bdi>
      </span>
      <span className={styles['badges']}>
        {user.role === 'user' ? null : <Badge tone="accent">{t(ROLE_LABELS[user.role])}</Badge>}
        <SuspensionBadges user={user} />
        {user.authMode === 'apikey' ? <Badge>{t('badgeApiKey')}</Badge> : null}
        {user.email !== null && !user.emailVerified ? <Badge tone="warning">{t('badgeUnverified')}</Badge> : null}
      </span>
    </th>
  );
};

interface UserTableRowProps {
  readonly user: UserRow;
  /** Undefined for auditors, who change nothing. */
  readonly onAction: ((action: UserAction) => void) | undefined;
}

const UserMenu = ({ user, onAction }: { readonly user: UserRow; readonly onAction: (action: UserAction) => void }) => {
  const t = useUsersTranslations();
  const who = getUserLabel(user);
  return (
    <Menu
      label={t('actionsFor', { who })}
      align="end"
      trigger={(props) => (
        <IconButton size="s" {...props} label={t('moreFor', { who })} tooltip="none" icon={<Ellipsis />} />
      )}
      items={[
        {
          id: 'grant',
          label: t(user.granted ? 'changePlan' : 'grantPlan'),
          icon: <Crown />,
          onSelect: () => onAction('grant'),
        },
        { id: 'role', label: t('changeRole'), icon: <ShieldCheck />, onSelect: () => onAction('role') },
        ...(user.email !== null && !user.emailVerified
          ? [{ id: 'verify', label: t('verifyAddress'), icon: <MailCheck />, onSelect: () => onAction('verify') }]
          : []),
        ...(user.hasSecondFactor
          ? [
              {
                id: 'second-factor',
                label: t('resetFactor'),
                icon: <RotateCcwKey />,
                onSelect: () => onAction('second-factor'),
              },
            ]
          : []),
        user.suspended
          ? { id: 'resume', label: t('letIn'), icon: <CircleCheck />, onSelect: () => onAction('resume') }
          : { id: 'suspend', label: t('suspend'), icon: <Ban />, onSelect: () => onAction('suspend') },
        ...(user.suspended && user.paid
          ? [{ id: 'plan', label: t('endSubscription'), icon: <CreditCard />, onSelect: () => onAction('suspend') }]
          : []),
        {
          id: 'delete',
          label: t('delete'),
          icon: <Trash2 />,
          danger: true,
          hasSeparator: true,
          onSelect: () => onAction('delete'),
        },
      ]}
    />
  );
};

const PaidUntil = ({ paid }: Pick<UserRow, 'paid'>) => {
  const t = useUsersTranslations();
  if (!paid?.periodEnd) return null;
  const date = formatShortDay(paid.periodEnd);
  return <span className={styles['address']}>{t(paid.renews ? 'renewsOn' : 'paidUntil', { date })}</span>;
};

/** One account with what can be done about it. */
export const UserTableRow = ({ user, onAction }: UserTableRowProps) => {
  const t = useUsersTranslations();
  const tierName = useTierName();
  const { customLimits, usage } = user;
  return (
    <tr>
      <UserCell user={user} />
      <td data-head={t('headPlan')}>
        <Badge tone={user.tier === 'free' ? 'quiet' : 'accent'}>{tierName(user.tier)}</Badge>
        {user.granted ? <span className={styles['address']}>{t('granted')}</span> : null}
        <PaidUntil paid={user.paid} />
        {user.groups.length > 0 ? (
          <span className={styles['address']} dir="auto">
            {t('inGroups', { names: user.groups.map(({ name }) => name).join(', ') })}
          </span>
        ) : null}
      </td>
      <td className={styles['number']} data-head={t('headToday')}>
        {usage.daily}
        {usage.moonshotDaily > 0 ? (
          <span className={styles['address']}>{t('withKimi', { count: usage.moonshotDaily })}</span>
        ) : null}
      </td>
      <td className={styles['number']} data-head={t('headLimits')}>
        {customLimits
          ? `${formatLimit(customLimits.dailyMessages, t('limitPlan'), t)} / ` +
            `${formatLimit(customLimits.moonshotDaily, t('limitPlan'), t)}`
          : '–'}
      </td>
      <td className={styles['number']} data-head={t('headActive')}>
        {user.lastActive ? formatUtcDay(user.lastActive) : t('neverActive')}
      </td>
      <td className={styles['number']} data-head={t('headJoined')}>
        {formatShortDay(user.createdAt)}
      </td>
      {onAction ? (
        <td data-wide>
          <span className={styles['deeds']}>
            <Button
              size="s"
              aria-label={t('editLimitsOf', { who: getUserLabel(user) })}
              onClick={() => onAction('limits')}
            >
              {t('editLimits')}
            </Button>
            <UserMenu user={user} onAction={onAction} />
          </span>
        </td>
      ) : null}
    </tr>
  );
};
