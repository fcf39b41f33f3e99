import { Ban, CircleCheck, Crown, Ellipsis, Trash2 } from 'lucide-react';

import { dayText } from '../../lib/when.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { UserRow } from './people-api.ts';
import { usePeopleTexts, type SayPeople } from './people-texts.ts';
import { userWord, type UserDeed } from './user-words.ts';
import styles from './users.module.css';
import { useTierName } from './words.ts';

const limitText = (limit: number | null, t: SayPeople): string => {
  if (limit === null) return t('limitPlan');
  return limit < 0 ? t('limitNone') : `${limit}`;
};

const Person = ({ user }: { readonly user: UserRow }) => {
  const t = usePeopleTexts();
  return (
    <th scope="row">
      <span className={styles['name']}>
        <bdi dir="auto">{user.name || userWord(user)}</bdi>
      </span>
      <span className={styles['address']}>
        <bdi>{user.email ?? user.phoneNumber ?? user.uid}</bdi>
      </span>
      <span className={styles['badges']}>
        {user.isAdmin ? <Badge tone="accent">{t('badgeAdmin')}</Badge> : null}
        {user.suspended ? <Badge tone="danger">{t('badgeSuspended')}</Badge> : null}
        {user.authMode === 'apikey' ? <Badge>{t('badgeApiKey')}</Badge> : null}
        {user.email !== null && !user.emailVerified ? <Badge tone="warning">{t('badgeUnverified')}</Badge> : null}
      </span>
    </th>
  );
};

interface UserTableRowProps {
  readonly user: UserRow;
  readonly onDo: (deed: UserDeed) => void;
}

const More = ({ user, onDo }: UserTableRowProps) => {
  const t = usePeopleTexts();
  const who = userWord(user);
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
          onSelect: () => onDo('grant'),
        },
        user.suspended
          ? { id: 'resume', label: t('letIn'), icon: <CircleCheck />, onSelect: () => onDo('resume') }
          : { id: 'suspend', label: t('suspend'), icon: <Ban />, onSelect: () => onDo('suspend') },
        {
          id: 'delete',
          label: t('delete'),
          icon: <Trash2 />,
          danger: true,
          apart: true,
          onSelect: () => onDo('delete'),
        },
      ]}
    />
  );
};

/** One account with what can be done about it. */
export const UserTableRow = ({ user, onDo }: UserTableRowProps) => {
  const t = usePeopleTexts();
  const tierName = useTierName();
  const { customLimits, usage } = user;
  return (
    <tr>
      <Person user={user} />
      <td>
        <Badge tone={user.tier === 'free' ? 'quiet' : 'accent'}>{tierName(user.tier)}</Badge>
        {user.granted ? <span className={styles['address']}>{t('granted')}</span> : null}
      </td>
      <td className={styles['number']}>
        {usage.daily}
        {usage.moonshotDaily > 0 ? (
          <span className={styles['address']}>{t('withKimi', { count: usage.moonshotDaily })}</span>
        ) : null}
      </td>
      <td className={styles['number']}>
        {customLimits
          ? `${limitText(customLimits.dailyMessages, t)} / ${limitText(customLimits.moonshotDaily, t)}`
          : '–'}
      </td>
      <td className={styles['number']}>{dayText(user.createdAt)}</td>
      <td>
        <span className={styles['deeds']}>
          <Button size="s" aria-label={t('editLimitsOf', { who: userWord(user) })} onClick={() => onDo('limits')}>
            {t('editLimits')}
          </Button>
          <More user={user} onDo={onDo} />
        </span>
      </td>
    </tr>
  );
};
