import { Ban, CircleCheck, Crown, Ellipsis, Trash2 } from 'lucide-react';

import { dayText } from '../../lib/when.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { UserRow } from './people-api.ts';
import { userWord, type UserDeed } from './user-words.ts';
import styles from './users.module.css';
import { TIER_NAMES } from './words.ts';

const limitText = (limit: number | null): string => {
  if (limit === null) return 'plan';
  return limit < 0 ? 'unlimited' : `${limit}`;
};

const Person = ({ user }: { readonly user: UserRow }) => (
  <th scope="row">
    <span className={styles['name']} dir="auto">{user.name || userWord(user)}</span>
    <span className={styles['address']}>{user.email ?? user.phoneNumber ?? user.uid}</span>
    <span className={styles['badges']}>
      {user.isAdmin ? <Badge tone="accent">Admin</Badge> : null}
      {user.suspended ? <Badge tone="danger">Suspended</Badge> : null}
      {user.authMode === 'apikey' ? <Badge>API key</Badge> : null}
      {user.email !== null && !user.emailVerified ? <Badge tone="warning">Email not verified</Badge> : null}
    </span>
  </th>
);

interface UserTableRowProps {
  readonly user: UserRow;
  readonly onDo: (deed: UserDeed) => void;
}

const More = ({ user, onDo }: UserTableRowProps) => (
  <Menu label={`Actions for ${userWord(user)}`} align="end"
    trigger={(props) => <IconButton size="s" {...props} label={`More for ${userWord(user)}`} tooltip="none" icon={<Ellipsis />} />}
    items={[
      { id: 'grant', label: user.granted ? 'Change or revoke the plan' : 'Grant a plan', icon: <Crown />, onSelect: () => onDo('grant') },
      user.suspended
        ? { id: 'resume', label: 'Let in again', icon: <CircleCheck />, onSelect: () => onDo('resume') }
        : { id: 'suspend', label: 'Suspend', icon: <Ban />, onSelect: () => onDo('suspend') },
      { id: 'delete', label: 'Delete', icon: <Trash2 />, danger: true, apart: true, onSelect: () => onDo('delete') },
    ]} />
);

/** One account with what can be done about it. */
export const UserTableRow = ({ user, onDo }: UserTableRowProps) => (
  <tr>
    <Person user={user} />
    <td><Badge tone={user.tier === 'free' ? 'quiet' : 'accent'}>{TIER_NAMES[user.tier]}</Badge>{user.granted ? <span className={styles['address']}>granted</span> : null}</td>
    <td className={styles['number']}>{user.usage.daily}{user.usage.moonshotDaily > 0 ? <span className={styles['address']}>{`${user.usage.moonshotDaily} with Kimi`}</span> : null}</td>
    <td className={styles['number']}>{user.customLimits ? `${limitText(user.customLimits.dailyMessages)} / ${limitText(user.customLimits.moonshotDaily)}` : '–'}</td>
    <td className={styles['number']}>{dayText(user.createdAt)}</td>
    <td>
      <span className={styles['deeds']}>
        <Button size="s" aria-label={`Edit limits of ${userWord(user)}`} onClick={() => onDo('limits')}>Edit limits</Button>
        <More user={user} onDo={onDo} />
      </span>
    </td>
  </tr>
);
