import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { LimitInput, NumberInput, integerParser } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useConfig, type ConfigState } from '../config/use-config.ts';
import { useTierName } from '../shared/labels.ts';

type Storage = Configs['storage-limits'];
type TierStorage = Storage['tiers'][Tier];

const Row = ({
  tier,
  config,
  storage,
}: {
  readonly tier: Tier;
  readonly config: ConfigState<Storage>;
  readonly storage: Storage;
}) => {
  const limits = storage.tiers[tier];
  const name = useTierName()(tier);
  const t = useLimitTranslations();
  const set = (patch: Partial<TierStorage>): void =>
    config.change({ ...storage, tiers: { ...storage.tiers, [tier]: { ...limits, ...patch } } });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <LimitInput
          label={t('largestFileOf', { tier: name })}
          value={limits.maxFileSizeMB}
          onValue={(maxFileSizeMB) => set({ maxFileSizeMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('spaceOf', { tier: name })}
          value={limits.maxTotalStorageMB}
          onValue={(maxTotalStorageMB) => set({ maxTotalStorageMB })}
        />
      </td>
      <td>
        <LimitInput
          label={t('filesOf', { tier: name })}
          value={limits.maxFiles}
          onValue={(maxFiles) => set({ maxFiles })}
        />
      </td>
      <td>
        <OriginLabel origins={config.origins} path={['tiers', tier, 'maxTotalStorageMB']} />
      </td>
    </tr>
  );
};

/** How much each tier may keep. */
export const StorageLimitsCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('storage-limits');
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
                  {t('filesRange')} <OriginLabel origins={config.origins} path={['maxFilesPerMessage']} />
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
                  parse={integerParser(1)}
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
