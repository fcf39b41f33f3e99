import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Select } from '../../ui/text-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import { FILE_TTL } from './config-specs.ts';
import styles from './forms.module.css';
import { sayLimit, useLimitTexts, type LimitKey } from './limit-texts.ts';
import { useConfig } from './use-config.ts';

const HOURS_PER_DAY = 24;
const PRESETS: readonly { readonly key: LimitKey; readonly count: number; readonly hours: number }[] = [
  { key: 'presetHours', count: 12, hours: 12 },
  ...[1, 3, 7, 30, 90].map((count) => ({ key: 'presetDays', count, hours: count * HOURS_PER_DAY }) as const),
];
const LEAST_HOURS = 0.5;
const MOST_HOURS = 8760;

/** A number of hours in words: `3 days`, `36 hours`. */
export const durationText = (hours: number): string => {
  if (hours % HOURS_PER_DAY === 0) return sayLimit('days', { count: hours / HOURS_PER_DAY });
  return sayLimit('hours', { count: hours });
};

const readAmount = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

const isOutside = (hours: number): boolean => hours < LEAST_HOURS || hours > MOST_HOURS;

interface CustomProps {
  readonly onApply: (hours: number) => void;
}

/** Apply takes what is above 0; nothing, or no number, is passed over in silence. */
const Custom = ({ onApply }: CustomProps) => {
  const t = useLimitTexts();
  const [amount, setAmount] = useState<number | null>(null);
  const [unit, setUnit] = useState('hours');
  const [wrong, setWrong] = useState(false);
  const hours = (amount ?? 0) * (unit === 'days' ? HOURS_PER_DAY : 1);
  const apply = (): void => {
    if (hours <= 0) return;
    setWrong(isOutside(hours));
    if (!isOutside(hours)) onApply(hours);
  };
  return (
    <form
      className={styles['add']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label={t('customDuration')} error={wrong ? t('expiryRange') : null}>
        {(control) => (
          <NumberInput
            {...control}
            inputMode="decimal"
            min={LEAST_HOURS}
            step={0.5}
            value={amount}
            read={readAmount}
            onNumber={setAmount}
          />
        )}
      </Field>
      <Field label={t('unit')}>
        {(control) => (
          <Select {...control} value={unit} onText={setUnit}>
            <option value="hours">{t('unitHours')}</option>
            <option value="days">{t('unitDays')}</option>
          </Select>
        )}
      </Field>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
};

/** When the files of chats expire. */
export const TtlCard = () => {
  const t = useLimitTexts();
  const config = useConfig(FILE_TTL);
  return (
    <Card title={t('expiryTitle')} note={t('expiryNote')}>
      <ConfigForm config={config}>
        {({ chatFiles: { ttlHours } }) => {
          const set = (hours: number): void => config.change({ chatFiles: { ttlHours: hours } });
          return (
            <>
              <p aria-live="polite">
                {t.rich('filesKept', {
                  duration: durationText(ttlHours),
                  strong: (inside) => <strong>{inside}</strong>,
                })}{' '}
                <Origin origins={config.origins} path={['chatFiles', 'ttlHours']} />
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
              <Custom onApply={set} />
              <Notice>{t('expiryScope')}</Notice>
            </>
          );
        }}
      </ConfigForm>
    </Card>
  );
};
