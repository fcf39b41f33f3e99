import { TIERS } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { LimitInput } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useConfig, type ConfigState } from '../config/use-config.ts';
import { useTierName } from '../shared/labels.ts';

type Storage = Configs['storage-limits'];
type Group = keyof Storage['chats'];
type ChatLimits = Storage['chats'][Group];

const GROUPS: readonly Group[] = ['unverified', ...TIERS];

interface RowProps {
  readonly group: Group;
  readonly config: ConfigState<Storage>;
  readonly storage: Storage;
}

const Row = ({ group, config, storage }: RowProps) => {
  const t = useLimitTranslations();
  const tierName = useTierName();
  const limits = storage.chats[group];
  const tier = group === 'unverified' ? t('unverified') : tierName(group);
  const set = (patch: Partial<ChatLimits>): void =>
    config.change({ ...storage, chats: { ...storage.chats, [group]: { ...limits, ...patch } } });
  return (
    <tr>
      <th scope="row">{tier}</th>
      <td>
        <LimitInput
          label={t('chatCountOf', { tier })}
          value={limits.maxChats}
          onValue={(maxChats) => set({ maxChats })}
        />
      </td>
      <td>
        <LimitInput
          label={t('allChatsOf', { tier })}
          value={limits.maxTotalMB}
          onValue={(maxTotalMB) => set({ maxTotalMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('oneChatOf', { tier })}
          value={limits.maxChatMB}
          onValue={(maxChatMB) => set({ maxChatMB })}
        />
      </td>
      <td>
        <OriginLabel origins={config.origins} path={['chats', group, 'maxChats']} />
      </td>
    </tr>
  );
};

/** How much of conversations each tier may keep, and accounts that have proved nothing yet. */
export const ChatLimitsCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('chatsTitle')} note={t('chatsNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <DataTable
            label={t('chatsTable')}
            head={[t('tier'), t('chatCount'), t('allChats'), t('oneChat'), t('origin')]}
          >
            {GROUPS.map((group) => (
              <Row key={group} group={group} config={config} storage={storage} />
            ))}
          </DataTable>
        )}
      </ConfigForm>
    </Card>
  );
};
