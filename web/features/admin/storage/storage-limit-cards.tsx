import { TIERS } from '../../../../src/shared/tiers.ts';
import { Card } from '../../../ui/display/card.tsx';
import { integerParser, LimitInput, NumberField } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { LimitTable } from '../shared/limit-table.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';

const FILE_COLUMNS = [
  { field: 'maxFileSizeMB', head: 'largestFile', label: 'largestFileOf' },
  { field: 'maxTotalStorageMB', head: 'space', label: 'spaceOf' },
  { field: 'maxFiles', head: 'files', label: 'filesOf' },
] as const;

/** How many files, of which size, the accounts of each tier may store. */
export const StorageLimitsCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('storageTitle')} note={t('storageNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <>
            <LimitTable
              label={t('storageTable')}
              groups={TIERS}
              columns={FILE_COLUMNS}
              limits={storage.tiers}
              originPath={(tier) => ['tiers', tier, 'maxTotalStorageMB']}
              onChange={(tiers) => config.change({ ...storage, tiers })}
              control={(control) => <LimitInput {...control} />}
            />
            <NumberField
              label={t('filesPerMessage')}
              hint={<OriginLabel path={['maxFilesPerMessage']}>{t('filesRange')}</OriginLabel>}
              className={styles['narrow']}
              min={1}
              max={20}
              value={storage.maxFilesPerMessage}
              parse={integerParser(1)}
              onNumber={(maxFilesPerMessage) => config.change({ ...storage, maxFilesPerMessage })}
            />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};

const CHAT_COLUMNS = [
  { field: 'maxChats', head: 'chatCount', label: 'chatCountOf' },
  { field: 'maxTotalMB', head: 'allChats', label: 'allChatsOf' },
  { field: 'maxChatMB', head: 'oneChat', label: 'oneChatOf' },
] as const;

/** How many chats, of which size, the accounts of each tier may store, and those without a verified address. */
export const ChatLimitsCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('chatsTitle')} note={t('chatsNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <LimitTable
            label={t('chatsTable')}
            groups={['unverified', ...TIERS]}
            columns={CHAT_COLUMNS}
            limits={storage.chats}
            originPath={(group) => ['chats', group, 'maxChats']}
            onChange={(chats) => config.change({ ...storage, chats })}
            control={(control) => <LimitInput {...control} />}
          />
        )}
      </ConfigForm>
    </Card>
  );
};
