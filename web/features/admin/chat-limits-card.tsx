import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { STORAGE_LIMITS } from './config-specs.ts';
import { useLimitTexts } from './limit-texts.ts';
import { useConfig, type Config } from './use-config.ts';
import { TIERS, useTierName } from './words.ts';

type Storage = Configs['storage-limits'];
type Group = keyof Storage['chats'];
type ChatLimits = Storage['chats'][Group];

const GROUPS: readonly Group[] = ['unverified', ...TIERS];

interface RowProps {
  readonly group: Group;
  readonly config: Config<Storage>;
  readonly storage: Storage;
}

const Row = ({ group, config, storage }: RowProps) => {
  const t = useLimitTexts();
  const tierName = useTierName();
  const own = storage.chats[group];
  const tier = group === 'unverified' ? t('unverified') : tierName(group);
  const set = (part: Partial<ChatLimits>): void =>
    config.change({ ...storage, chats: { ...storage.chats, [group]: { ...own, ...part } } });
  return (
    <tr>
      <th scope="row">{tier}</th>
      <td>
        <LimitInput label={t('chatCountOf', { tier })} value={own.maxChats} onValue={(maxChats) => set({ maxChats })} />
      </td>
      <td>
        <LimitInput
          label={t('allChatsOf', { tier })}
          value={own.maxTotalMB}
          onValue={(maxTotalMB) => set({ maxTotalMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('oneChatOf', { tier })}
          value={own.maxChatMB}
          onValue={(maxChatMB) => set({ maxChatMB })}
        />
      </td>
      <td>
        <Origin origins={config.origins} path={['chats', group, 'maxChats']} />
      </td>
    </tr>
  );
};

/** How much of conversations each tier may keep, and accounts that have proved nothing yet. */
export const ChatLimitsCard = () => {
  const t = useLimitTexts();
  const config = useConfig(STORAGE_LIMITS);
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
