import { useState } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { NumberField } from '../../../ui/forms/number-input.tsx';
import { SelectField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { translateLimit, useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';

const HOURS_PER_DAY = 24;
const PRESETS: readonly { readonly key: LimitTextKey; readonly count: number; readonly hours: number }[] = [
  { key: 'presetHours', count: 12, hours: 12 },
  ...[1, 3, 7, 30, 90].map((count) => ({ key: 'presetDays', count, hours: count * HOURS_PER_DAY }) as const),
];
const MIN_HOURS = 0.5;
const MAX_HOURS = 8760;

/** A number of hours in words: `3 days`, `36 hours`. */
export const formatDuration = (hours: number): string => {
  if (hours % HOURS_PER_DAY === 0) return translateLimit('days', { count: hours / HOURS_PER_DAY });
  return translateLimit('hours', { count: hours });
};

const parseAmount = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

const isOutOfRange = (hours: number): boolean => hours < MIN_HOURS || hours > MAX_HOURS;

/** A blank entry, 0, or anything that is no number is ignored. */
const CustomDuration = ({ onApply }: { readonly onApply: (hours: number) => void }) => {
  const t = useLimitTranslations();
  const [amount, setAmount] = useState<number | null>(null);
  const [unit, setUnit] = useState('hours');
  const [isInvalid, setInvalid] = useState(false);
  const hours = (amount ?? 0) * (unit === 'days' ? HOURS_PER_DAY : 1);
  const apply = (): void => {
    if (hours <= 0) return;
    setInvalid(isOutOfRange(hours));
    if (!isOutOfRange(hours)) onApply(hours);
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
      <NumberField
        label={t('customDuration')}
        error={isInvalid ? t('expiryRange') : null}
        inputMode="decimal"
        min={MIN_HOURS}
        step={0.5}
        value={amount}
        parse={parseAmount}
        onNumber={setAmount}
      />
      <SelectField
        label={t('unit')}
        value={unit}
        onText={setUnit}
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
