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
import { useLimitTexts } from './limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { useConfig, type Config } from './use-config.ts';
import { TIERS, useTierName } from './words.ts';

type Vision = Configs['vision'];
type Images = Vision['rateLimits'][Tier];

const readCount = readWhole(0);

const LimitsTable = ({ config, vision }: { readonly config: Config<Vision>; readonly vision: Vision }) => {
  const t = useLimitTexts();
  const tierName = useTierName();
  const set = (tier: Tier, part: Partial<Images>): void =>
    config.change({ ...vision, rateLimits: { ...vision.rateLimits, [tier]: { ...vision.rateLimits[tier], ...part } } });
  return (
    <DataTable label={t('imagesByTier')} head={[t('tier'), t('imagesPerDay'), t('imagesPerMonth'), t('origin')]}>
      {TIERS.map((tier) => {
        const { daily, monthly } = vision.rateLimits[tier];
        const name = tierName(tier);
        return (
          <tr key={tier}>
            <th scope="row">{name}</th>
            <td>
              <NumberInput
                className={styles['narrow']}
                aria-label={t('imagesPerDayOf', { tier: name })}
                min={0}
                value={daily}
                read={readCount}
                onNumber={(value) => set(tier, { daily: value })}
              />
            </td>
            <td>
              <NumberInput
                className={styles['narrow']}
                aria-label={t('imagesPerMonthOf', { tier: name })}
                min={0}
                value={monthly}
                read={readCount}
                onNumber={(value) => set(tier, { monthly: value })}
              />
            </td>
            <td>
              <Origin origins={config.origins} path={['rateLimits', tier, 'daily']} />
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
};

/** Whether images are looked at, by which model, and how many for whom. */
export const VisionCard = () => {
  const t = useLimitTexts();
  const config = useConfig(VISION);
  return (
    <Card title={t('vision')} note={t('visionNote')}>
      <ConfigForm config={config}>
        {(vision) => (
          <>
            <div className={styles['rows']}>
              <SwitchRow
                label={t('lookAtImages')}
                note={<Origin origins={config.origins} path={['enabled']} />}
                checked={vision.enabled}
                onChange={(enabled) => config.change({ ...vision, enabled })}
              />
            </div>
            <Field label={t('visionModel')} hint={<Origin origins={config.origins} path={['model']} />}>
              {(control) => (
                <ModelSelect
                  {...control}
                  value={vision.model}
                  onValue={(model) => config.change({ ...vision, model })}
                />
              )}
            </Field>
            <LimitsTable config={config} vision={vision} />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
