import { COUNT_RANGE, MEGABYTE_RANGE } from '../../../../src/shared/settings/fields.ts';
import {
  FILE_CONTEXT_RANGE,
  FILE_MB_RANGE,
  FILES_PER_MESSAGE_RANGE,
  GROUP_FILES_RANGE,
  UNUSED_DAYS_RANGE,
} from '../../../../src/shared/settings/storage-limits.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { LimitField, NumberField } from '../shared/number-field.tsx';
import { LimitTable } from '../shared/limit-table.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';

const FILE_COLUMNS = [
  { field: 'maxFileSizeMB', head: 'largestFile', label: 'largestFileOf', range: FILE_MB_RANGE },
  { field: 'maxTotalStorageMB', head: 'space', label: 'spaceOf', range: COUNT_RANGE },
  { field: 'maxFiles', head: 'files', label: 'filesOf', range: COUNT_RANGE },
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
              control={(control) => <LimitField {...control} />}
            />
            <NumberField
              label={t('filesPerMessage')}
              hint={<OriginLabel path={['maxFilesPerMessage']}>{t('filesRange')}</OriginLabel>}
              range={FILES_PER_MESSAGE_RANGE}
              value={storage.maxFilesPerMessage}
              onValue={(maxFilesPerMessage) => config.change({ ...storage, maxFilesPerMessage })}
            />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};

const GROUP_FIELDS = [
  { field: 'maxFileSizeMB', label: 'groupLargest', range: FILE_MB_RANGE },
  { field: 'maxFiles', label: 'groupFiles', range: GROUP_FILES_RANGE },
] as const;

/** How many files, of which size, one group may share. */
export const GroupStorageCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('groupsTitle')} note={t('groupsNote')}>
      <ConfigForm config={config}>
        {(storage) => {
          const change = (part: Partial<typeof storage.groups>): void =>
            config.change({ ...storage, groups: { ...storage.groups, ...part } });
          return (
            <>
              {GROUP_FIELDS.map(({ field, label, range }) => (
                <NumberField
                  key={field}
                  label={t(label)}
                  hint={<OriginLabel path={['groups', field]} />}
                  range={range}
                  value={storage.groups[field]}
                  onValue={(value) => change({ [field]: value })}
                />
              ))}
              <LimitField
                label={t('groupSpace')}
                hint={<OriginLabel path={['groups', 'maxTotalStorageMB']} />}
                range={COUNT_RANGE}
                value={storage.groups.maxTotalStorageMB}
                onValue={(maxTotalStorageMB) => change({ maxTotalStorageMB })}
              />
            </>
          );
        }}
      </ConfigForm>
    </Card>
  );
};

const CONTEXT_COLUMNS = [
  { field: 'maxTokens', head: 'contextTokens', label: 'contextTokensOf', range: FILE_CONTEXT_RANGE },
] as const;

/** How much text of files one question may carry. */
export const FileContextCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('contextTitle')} note={t('contextNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <LimitTable
            label={t('contextTitle')}
            groups={TIERS}
            columns={CONTEXT_COLUMNS}
            limits={storage.fileContext}
            originPath={(tier) => ['fileContext', tier, 'maxTokens']}
            onChange={(fileContext) => config.change({ ...storage, fileContext })}
            control={(control) => <NumberField {...control} />}
          />
        )}
      </ConfigForm>
    </Card>
  );
};

const RETENTION_COLUMNS = [
  { field: 'unusedDays', head: 'unusedDays', label: 'unusedDaysOf', range: UNUSED_DAYS_RANGE },
] as const;

/** After how many days without use chats are deleted. */
export const ChatRetentionCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
  return (
    <Card title={t('unusedTitle')} note={t('unusedNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <LimitTable
            label={t('unusedTitle')}
            groups={['unverified', ...TIERS]}
            columns={RETENTION_COLUMNS}
            limits={storage.chatRetention}
            originPath={(group) => ['chatRetention', group, 'unusedDays']}
            onChange={(chatRetention) => config.change({ ...storage, chatRetention })}
            control={(control) => <NumberField {...control} />}
          />
        )}
      </ConfigForm>
    </Card>
  );
};

const CHAT_COLUMNS = [
  { field: 'maxChats', head: 'chatCount', label: 'chatCountOf', range: COUNT_RANGE },
  { field: 'maxTotalMB', head: 'allChats', label: 'allChatsOf', range: MEGABYTE_RANGE },
  { field: 'maxChatMB', head: 'oneChat', label: 'oneChatOf', range: MEGABYTE_RANGE },
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
            control={(control) => <LimitField {...control} />}
          />
        )}
      </ConfigForm>
    </Card>
  );
};
