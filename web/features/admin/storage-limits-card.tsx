import type { Tier } from '../../../src/contract/common.ts';
import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { LimitInput, NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { STORAGE_LIMITS } from './config-specs.ts';
import styles from './forms.module.css';
import { useLimitTexts } from './limit-texts.ts';
import { useConfig, type Config } from './use-config.ts';
import { TIERS, useTierName } from './words.ts';

type Storage = Configs['storage-limits'];
type TierStorage = Storage['tiers'][Tier];

const Row = ({
  tier,
  config,
  storage,
}: {
  readonly tier: Tier;
  readonly config: Config<Storage>;
  readonly storage: Storage;
}) => {
  const own = storage.tiers[tier];
  const name = useTierName()(tier);
  const t = useLimitTexts();
  const set = (part: Partial<TierStorage>): void =>
    config.change({ ...storage, tiers: { ...storage.tiers, [tier]: { ...own, ...part } } });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <LimitInput
          label={t('largestFileOf', { tier: name })}
          value={own.maxFileSizeMB}
          onValue={(maxFileSizeMB) => set({ maxFileSizeMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('spaceOf', { tier: name })}
          value={own.maxTotalStorageMB}
          onValue={(maxTotalStorageMB) => set({ maxTotalStorageMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('filesOf', { tier: name })}
          value={own.maxFiles}
          onValue={(maxFiles) => set({ maxFiles })}
        />
      </td>
      <td>
        <Origin origins={config.origins} path={['tiers', tier, 'maxTotalStorageMB']} />
      </td>
    </tr>
  );
};

/** How much each tier may keep. */
export const StorageLimitsCard = () => {
  const t = useLimitTexts();
  const config = useConfig(STORAGE_LIMITS);
  return (
    <Card title={t('storageTitle')} note={t('storageNote')}>
      <ConfigForm config={config}>
        {(storage) => (
          <>
            <DataTable
              label={t('storageTable')}
              head={[t('tier'), t('largestFile'), t('space'), t('files'), t('origin')]}
            >
              {TIERS.map((tier) => (
                <Row key={tier} tier={tier} config={config} storage={storage} />
              ))}
            </DataTable>
            <Field
              label={t('filesPerMessage')}
              hint={
                <>
                  {t('filesRange')} <Origin origins={config.origins} path={['maxFilesPerMessage']} />
                </>
              }
            >
              {(control) => (
                <NumberInput
                  {...control}
                  className={styles['narrow']}
                  min={1}
                  max={20}
                  value={storage.maxFilesPerMessage}
                  read={readWhole(1)}
                  onNumber={(maxFilesPerMessage) => config.change({ ...storage, maxFilesPerMessage })}
                />
              )}
            </Field>
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
