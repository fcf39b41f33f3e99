import { COUNT_RANGE } from '../../../../src/shared/settings/fields.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import { Card } from '../../../ui/display/card.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { NumberField } from '../shared/number-field.tsx';
import { LimitTable } from '../shared/limit-table.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from './model-field.tsx';
import { useConfig } from '../config/use-config.ts';

const COLUMNS = [
  { field: 'daily', head: 'imagesPerDay', label: 'imagesPerDayOf', range: COUNT_RANGE },
  { field: 'monthly', head: 'imagesPerMonth', label: 'imagesPerMonthOf', range: COUNT_RANGE },
] as const;

/** Whether images are described, by which model, and how many in each tier. */
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
                path={['enabled']}
                checked={vision.enabled}
                onChange={(enabled) => config.change({ ...vision, enabled })}
              />
            </div>
            <ModelField
              label={t('visionModel')}
              path={['model']}
              value={vision.model}
              onValue={(model) => config.change({ ...vision, model })}
            />
            <LimitTable
              label={t('imagesByTier')}
              groups={TIERS}
              columns={COLUMNS}
              limits={vision.rateLimits}
              originPath={(tier) => ['rateLimits', tier, 'daily']}
              onChange={(rateLimits) => config.change({ ...vision, rateLimits })}
              control={(control) => <NumberField {...control} />}
            />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
