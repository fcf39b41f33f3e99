import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { NumberInput, integerParser } from '../../../ui/forms/number-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { useConfig, type ConfigState } from '../config/use-config.ts';
import { useTierName } from '../shared/labels.ts';

type Vision = Configs['vision'];
type Images = Vision['rateLimits'][Tier];

const parseCount = integerParser(0);

const LimitsTable = ({ config, vision }: { readonly config: ConfigState<Vision>; readonly vision: Vision }) => {
  const t = useLimitTranslations();
  const tierName = useTierName();
  const set = (tier: Tier, patch: Partial<Images>): void =>
    config.change({
      ...vision,
      rateLimits: { ...vision.rateLimits, [tier]: { ...vision.rateLimits[tier], ...patch } },
    });
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
                parse={parseCount}
                onNumber={(value) => set(tier, { daily: value })}
              />
            </td>
            <td>
              <NumberInput
                className={styles['narrow']}
                aria-label={t('imagesPerMonthOf', { tier: name })}
                min={0}
                value={monthly}
                parse={parseCount}
                onNumber={(value) => set(tier, { monthly: value })}
              />
            </td>
            <td>
              <OriginLabel origins={config.origins} path={['rateLimits', tier, 'daily']} />
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
};

/** Whether images are looked at, by which model, and how many for whom. */
export const VisionCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('vision');
  return (
    <Card title={t('vision')} note={t('visionNote')}>
      <ConfigForm config={config}>
        {(vision) => (
          <>
            <div className={styles['rows']}>
              <SwitchRow
                label={t('lookAtImages')}
                note={<OriginLabel origins={config.origins} path={['enabled']} />}
                checked={vision.enabled}
                onChange={(enabled) => config.change({ ...vision, enabled })}
              />
            </div>
            <Field label={t('visionModel')} hint={<OriginLabel origins={config.origins} path={['model']} />}>
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
