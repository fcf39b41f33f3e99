import { Library, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { HiddenHead } from '../shared/hidden-head.tsx';
import { useTierName } from '../shared/labels.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { DeleteGroupDialog, GroupDialog } from './group-dialog.tsx';
import { GroupFilesDialog } from './group-files-dialog.tsx';
import { type Group, groupsApi, type Groups } from './groups-api.ts';
import { type GroupsTranslator, useGroupsTranslations } from './groups-texts.ts';
import { MembersDialog } from './members-dialog.tsx';
import { TOOL_LABELS } from './tool-labels.ts';
import styles from './groups.module.css';

type Pending =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'members' | 'files' | 'delete'; readonly id: string };

const formatLimits = ({ limits }: Group, t: GroupsTranslator): readonly string[] => {
  const formatted = (limit: number): string => (limit < 0 ? t('noLimit') : String(limit));
  const { dailyMessages, moonshotDaily, agentRequests } = limits;
  return [
    ...(dailyMessages === null ? [] : [t('messagesValue', { limit: formatted(dailyMessages) })]),
    ...(moonshotDaily === null ? [] : [t('kimiValue', { limit: formatted(moonshotDaily) })]),
    ...(agentRequests === null ? [] : [t('agentsValue', { limit: formatted(agentRequests) })]),
  ];
};

const formatLists = ({ models, agents, tools }: Group, t: GroupsTranslator): readonly string[] => [
  ...(models ? [t('modelsValue', { count: models.length })] : []),
  ...(agents ? [agents.length === 0 ? t('noAgents') : agents.map((agent) => t(agent)).join(', ')] : []),
  ...(tools ? [tools.length === 0 ? t('noTools') : tools.map((tool) => t(TOOL_LABELS[tool])).join(', ')] : []),
];

const Lines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.length === 0
    ? '–'
    : lines.map((line) => (
        <span key={line} className={styles['line']}>
          {line}
        </span>
      ));

const ADMIN_ACTIONS = [
  ['files', 'filesOfGroup', <Library key="files" />],
  ['edit', 'editOf', <Pencil key="edit" />],
  ['delete', 'deleteOf', <Trash2 key="delete" />],
] as const;

interface RowProps {
  readonly group: Group;
  readonly onPending: (pending: Pending) => void;
}

const GroupTableRow = ({ group, onPending }: RowProps) => {
  const t = useGroupsTranslations();
  const isAdmin = useIsAdmin();
  const tierName = useTierName();
  const { id, name, description, tier, members } = group;
  return (
    <tr>
      <th scope="row">
        <bdi dir="auto" className={styles['name']}>
          {name}
        </bdi>
        {description === '' ? null : (
          <span className={styles['note']} dir="auto">
            {description}
          </span>
        )}
      </th>
      <td data-head={t('headPlan')}>{tier ? <Badge tone="accent">{tierName(tier)}</Badge> : '–'}</td>
      <td data-head={t('headLimits')}>
        <Lines lines={formatLimits(group, t)} />
      </td>
      <td data-head={t('headLists')} data-wide>
        <Lines lines={formatLists(group, t)} />
      </td>
      <td data-wide>
        <span className={styles['actions']}>
          <Button
            size="s"
            icon={<Users />}
            aria-label={t('membersOf', { name, count: members })}
            onClick={() => onPending({ kind: 'members', id })}
          >
            {t('memberCount', { count: members })}
          </Button>
          {isAdmin
            ? ADMIN_ACTIONS.map(([kind, label, icon]) => (
                <IconButton
                  key={kind}
                  size="s"
                  label={t(label, { name })}
                  icon={icon}
                  onClick={() => onPending({ kind, id })}
                />
              ))
            : null}
        </span>
      </td>
    </tr>
  );
};

interface DialogsProps extends Groups {
  readonly pending: Pending;
  readonly onClose: () => void;
}

const PendingDialog = ({ pending, groups, providers, onClose }: DialogsProps) => {
  if (pending.kind === 'new') return <GroupDialog group={undefined} providers={providers} onClose={onClose} />;
  const group = groups.find(({ id }) => id === pending.id);
  if (!group) return null;
  if (pending.kind === 'edit') return <GroupDialog group={group} providers={providers} onClose={onClose} />;
  if (pending.kind === 'files') return <GroupFilesDialog group={group} onClose={onClose} />;
  if (pending.kind === 'delete') return <DeleteGroupDialog group={group} onClose={onClose} />;
  return <MembersDialog group={group} providers={providers} onClose={onClose} />;
};

const GroupTable = ({ groups, onPending }: Pick<Groups, 'groups'> & Pick<RowProps, 'onPending'>) => {
  const t = useGroupsTranslations();
  if (groups.length === 0) return <p className={styles['none']}>{t('none')}</p>;
  const head = [t('headName'), t('headPlan'), t('headLimits'), t('headLists'), <HiddenHead key="do" />];
  return (
    <DataTable label={t('groups')} head={head}>
      {groups.map((group) => (
        <GroupTableRow key={group.id} group={group} onPending={onPending} />
      ))}
    </DataTable>
  );
};

/** Groups of people and what they give. */
export const GroupsTab = () => {
  const t = useGroupsTranslations();
  const isAdmin = useIsAdmin();
  const query = groupsApi.useGroupsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [pending, setPending] = useState<Pending | null>(null);
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['intro']}>{t('intro')}</p>
        {isAdmin ? (
          <Button variant="primary" icon={<Plus />} onClick={() => setPending({ kind: 'new' })}>
            {t('newGroup')}
          </Button>
        ) : null}
      </div>
      <Loaded query={query} lines={6} loading={t('loading')} failed={t('failed')}>
        {(data) => (
          <>
            <GroupTable groups={data.groups} onPending={setPending} />
            {pending ? <PendingDialog {...data} pending={pending} onClose={() => setPending(null)} /> : null}
          </>
        )}
      </Loaded>
    </>
  );
};
