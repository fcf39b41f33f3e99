import { useState } from 'react';
import { flushSync } from 'react-dom';

import { TTL_HOURS_RANGE } from '../../../../src/shared/settings/file-ttl.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { focusInvalid } from '../shared/focus-invalid.ts';
import styles from '../shared/forms.module.css';
import { NumberField } from '../shared/number-field.tsx';
import { translateLimit, useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';

const HOURS_PER_DAY = 24;
const PRESETS: readonly { readonly key: LimitTextKey; readonly count: number; readonly hours: number }[] = [
  { key: 'presetHours', count: 12, hours: 12 },
  ...[1, 3, 7, 30, 90].map((count) => ({ key: 'presetDays', count, hours: count * HOURS_PER_DAY }) as const),
];
/** A number of hours in words: `3 days`, `36 hours`. */
export const formatDuration = (hours: number): string => {
  if (hours % HOURS_PER_DAY === 0) return translateLimit('days', { count: hours / HOURS_PER_DAY });
  return translateLimit('hours', { count: hours });
};

const UNITS = { hours: 1, days: HOURS_PER_DAY } as const;
type Unit = keyof typeof UNITS;

const { min: MIN_HOURS, max: MAX_HOURS, step: HOUR_STEP = 1 } = TTL_HOURS_RANGE;
const isTtl = (hours: number): boolean =>
  hours >= MIN_HOURS && hours <= MAX_HOURS && Number.isInteger(hours / HOUR_STEP);

const CustomDuration = ({ onApply }: { readonly onApply: (hours: number) => void }) => {
  const t = useLimitTranslations();
  const [amount, setAmount] = useState<number | null>(null);
  const [unit, setUnit] = useState<Unit>('hours');
  const hours = (amount ?? Number.NaN) * UNITS[unit];
  return (
    <form
      className={styles['duration']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isTtl(hours)) onApply(hours);
        else flushSync(() => setAmount(amount ?? Number.NaN));
        focusInvalid(event.currentTarget);
      }}
    >
      <NumberField
        label={t('customDuration')}
        error={isTtl(hours) ? null : t('expiryRange')}
        range={{ min: 0, max: MAX_HOURS }}
        value={amount}
        onValue={setAmount}
        onEmpty={() => setAmount(null)}
      />
      <SelectField
        label={t('unit')}
        value={unit}
        onText={(text) => setUnit(text === 'days' ? 'days' : 'hours')}
        options={[
          ['hours', t('unitHours')],
          ['days', t('unitDays')],
        ]}
      />
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
};

/** When the files of chats expire. */
export const FileTtlCard = () => {
  const t = useLimitTranslations();
  const config = useConfig('file-ttl');
  return (
    <Card title={t('expiryTitle')} note={t('expiryNote')}>
      <ConfigForm config={config}>
        {({ chatFiles: { ttlHours } }) => {
          const set = (hours: number): void => config.change({ chatFiles: { ttlHours: hours } });
          return (
            <>
              <p aria-live="polite">
                {t.rich('filesKept', {
                  duration: formatDuration(ttlHours),
                  strong: (inside) => <strong>{inside}</strong>,
                })}{' '}
                <OriginLabel path={['chatFiles', 'ttlHours']} />
              </p>
              <div className={styles['presets']} role="group" aria-label={t('presets')}>
                {PRESETS.map(({ key, count, hours }) => (
                  <Button
                    key={hours}
                    size="s"
                    variant={hours === ttlHours ? 'primary' : 'secondary'}
                    aria-pressed={hours === ttlHours}
                    onClick={() => set(hours)}
                  >
                    {t(key, { count })}
                  </Button>
                ))}
              </div>
              <CustomDuration onApply={set} />
              <Notice>{t('expiryScope')}</Notice>
            </>
          );
        }}
      </ConfigForm>
    </Card>
  );
};
