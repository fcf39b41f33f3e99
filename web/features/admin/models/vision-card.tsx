import { TIERS } from '../../../../src/shared/tiers.ts';
import { Card } from '../../../ui/display/card.tsx';
import { integerParser, NumberInput } from '../../../ui/forms/number-input.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { LimitTable } from '../shared/limit-table.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from './model-field.tsx';
import { useConfig } from '../config/use-config.ts';

const COLUMNS = [
  { field: 'daily', head: 'imagesPerDay', label: 'imagesPerDayOf' },
  { field: 'monthly', head: 'imagesPerMonth', label: 'imagesPerMonthOf' },
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
              control={(control) => (
                <NumberInput
                  className={styles['narrow']}
                  aria-label={control.label}
                  min={0}
                  value={control.value}
                  parse={integerParser(0)}
                  onNumber={control.onValue}
                />
              )}
            />
          </>
        )}
      </ConfigForm>
    </Card>
  );
};
