import type { Tier } from '../../../src/contract/common.ts';
import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberInput, readWhole } from '../../ui/number-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { VISION } from './config-specs.ts';
import { SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { ModelSelect } from './model-select.tsx';
import { useConfig, type Config } from './use-config.ts';
import { TIER_NAMES, TIERS } from './words.ts';

type Vision = Configs['vision'];
type Images = Vision['rateLimits'][Tier];

const readCount = readWhole(0);

const LimitsTable = ({ config, vision }: { readonly config: Config<Vision>; readonly vision: Vision }) => {
  const set = (tier: Tier, part: Partial<Images>): void =>
    config.change({ ...vision, rateLimits: { ...vision.rateLimits, [tier]: { ...vision.rateLimits[tier], ...part } } });
  return (
    <DataTable label="Images by tier" head={['Tier', 'Images per day', 'Images per month', 'Origin']}>
      {TIERS.map((tier) => {
        const { daily, monthly } = vision.rateLimits[tier];
        return (
          <tr key={tier}>
            <th scope="row">{TIER_NAMES[tier]}</th>
            <td><NumberInput className={styles['narrow']} aria-label={`${TIER_NAMES[tier]}: images per day`} min={0} value={daily} read={readCount} onNumber={(value) => set(tier, { daily: value })} /></td>
            <td><NumberInput className={styles['narrow']} aria-label={`${TIER_NAMES[tier]}: images per month`} min={0} value={monthly} read={readCount} onNumber={(value) => set(tier, { monthly: value })} /></td>
            <td><Origin origins={config.origins} path={['rateLimits', tier, 'daily']} /></td>
          </tr>
        );
      })}
    </DataTable>
  );
};

/** Whether images are looked at, by which model, and how many for whom. */
export const VisionCard = () => {
  const config = useConfig(VISION);
  return (
    <Card title="Vision" note="Images that people attach are described by a model.">
      <ConfigForm config={config}>
        {(vision) => (
          <>
            <div className={styles['rows']}>
              <SwitchRow label="Look at images" note={<Origin origins={config.origins} path={['enabled']} />} checked={vision.enabled}
                onChange={(enabled) => config.change({ ...vision, enabled })} />
            </div>
            <Field label="Vision model" hint={<Origin origins={config.origins} path={['model']} />}>
              {(control) => <ModelSelect {...control} value={vision.model} onValue={(model) => config.change({ ...vision, model })} />}
            </Field>
            <LimitsTable config={config} vision={vision} />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
