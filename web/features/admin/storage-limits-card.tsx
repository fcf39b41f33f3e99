import type { Tier } from '../../../src/contract/common.ts';
import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { LimitInput, NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { STORAGE_LIMITS } from './config-specs.ts';
import styles from './forms.module.css';
import { useConfig, type Config } from './use-config.ts';
import { TIER_NAMES, TIERS } from './words.ts';

type Storage = Configs['storage-limits'];
type TierStorage = Storage['tiers'][Tier];

const Row = ({ tier, config, storage }: { readonly tier: Tier; readonly config: Config<Storage>; readonly storage: Storage }) => {
  const own = storage.tiers[tier];
  const name = TIER_NAMES[tier];
  const set = (part: Partial<TierStorage>): void => config.change({ ...storage, tiers: { ...storage.tiers, [tier]: { ...own, ...part } } });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td><LimitInput label={`${name}: largest file in MB`} value={own.maxFileSizeMB} onValue={(maxFileSizeMB) => set({ maxFileSizeMB })} /></td>
      <td><LimitInput label={`${name}: space in MB`} value={own.maxTotalStorageMB} onValue={(maxTotalStorageMB) => set({ maxTotalStorageMB })} /></td>
      <td><LimitInput label={`${name}: number of files`} value={own.maxFiles} onValue={(maxFiles) => set({ maxFiles })} /></td>
      <td><Origin origins={config.origins} path={['tiers', tier, 'maxTotalStorageMB']} /></td>
    </tr>
  );
};

/** How much each tier may keep. */
export const StorageLimitsCard = () => {
  const config = useConfig(STORAGE_LIMITS);
  return (
    <Card title="Storage limits" note="What a person of each tier may upload and keep.">
      <ConfigForm config={config}>
        {(storage) => (
          <>
            <DataTable label="Storage limits by tier" head={['Tier', 'Largest file, MB', 'Space, MB', 'Files', 'Origin']}>
              {TIERS.map((tier) => <Row key={tier} tier={tier} config={config} storage={storage} />)}
            </DataTable>
            <Field label="Files per message" hint={<>1 to 20. <Origin origins={config.origins} path={['maxFilesPerMessage']} /></>}>
              {(control) => (
                <NumberInput {...control} className={styles['narrow']} min={1} max={20} value={storage.maxFilesPerMessage} read={readWhole(1)}
                  onNumber={(maxFilesPerMessage) => config.change({ ...storage, maxFilesPerMessage })} />
              )}
            </Field>
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
