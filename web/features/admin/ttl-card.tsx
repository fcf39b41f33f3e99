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
import { useConfig } from './use-config.ts';

const PRESETS = [
  ['12 Hours', 12], ['1 Day', 24], ['3 Days', 72], ['7 Days', 168], ['30 Days', 720], ['90 Days', 2160],
] as const;
const HOURS_PER_DAY = 24;
const LEAST_HOURS = 0.5;
const MOST_HOURS = 8760;

/** A number of hours in words: `3 days`, `36 hours`. */
export const durationText = (hours: number): string => {
  if (hours % HOURS_PER_DAY === 0) return hours === HOURS_PER_DAY ? '1 day' : `${hours / HOURS_PER_DAY} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
};

const readAmount = (text: string): number | null => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};

const rangeError = (hours: number): string | null =>
  (hours < LEAST_HOURS || hours > MOST_HOURS ? 'Must be between half an hour and 365 days' : null);

interface CustomProps {
  readonly onApply: (hours: number) => void;
}

/** Apply takes what is above 0; nothing, or no number, is passed over in silence. */
const Custom = ({ onApply }: CustomProps) => {
  const [amount, setAmount] = useState<number | null>(null);
  const [unit, setUnit] = useState('hours');
  const [error, setError] = useState<string | null>(null);
  const hours = (amount ?? 0) * (unit === 'days' ? HOURS_PER_DAY : 1);
  const apply = (): void => {
    if (hours <= 0) return;
    setError(rangeError(hours));
    if (rangeError(hours) === null) onApply(hours);
  };
  return (
    <form className={styles['add']} noValidate onSubmit={(event) => { event.preventDefault(); apply(); }}>
      <Field label="Custom duration" error={error}>
        {(control) => <NumberInput {...control} inputMode="decimal" min={LEAST_HOURS} step={0.5} value={amount} read={readAmount} onNumber={setAmount} />}
      </Field>
      <Field label="Unit">
        {(control) => (
          <Select {...control} value={unit} onText={setUnit}>
            <option value="hours">Hours</option>
            <option value="days">Days</option>
          </Select>
        )}
      </Field>
      <Button type="submit">Apply</Button>
    </form>
  );
};

/** When the files of chats expire. */
export const TtlCard = () => {
  const config = useConfig(FILE_TTL);
  return (
    <Card title="File expiry" note="How long files that are attached to a chat are kept.">
      <ConfigForm config={config}>
        {({ chatFiles: { ttlHours } }) => {
          const set = (hours: number): void => config.change({ chatFiles: { ttlHours: hours } });
          return (
            <>
              <p aria-live="polite">Files are kept for <strong>{durationText(ttlHours)}</strong>. <Origin origins={config.origins} path={['chatFiles', 'ttlHours']} /></p>
              <div className={styles['presets']} role="group" aria-label="Presets">
                {PRESETS.map(([label, hours]) => (
                  <Button key={label} size="s" variant={hours === ttlHours ? 'primary' : 'secondary'} aria-pressed={hours === ttlHours} onClick={() => set(hours)}>{label}</Button>
                ))}
              </div>
              <Custom onApply={set} />
              <Notice>The setting affects only new uploads; existing files keep their expiry. Changes apply at once.</Notice>
            </>
          );
        }}
      </ConfigForm>
    </Card>
  );
};
