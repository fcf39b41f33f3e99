import { useState, type InputHTMLAttributes } from 'react';

import { Checkbox } from './checkbox.tsx';
import { Field, type LabelProps } from './field.tsx';
import { cx } from '../cx.ts';
import fieldStyles from './field.module.css';
import styles from './number-input.module.css';
import { useTranslations } from '../texts.ts';

const UNLIMITED = -1;

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  /** Null shows an empty box. */
  readonly value: number | null;
  /** The number for a text; null when the text is none. */
  readonly parse: (text: string) => number | null;
  readonly onNumber: (value: number) => void;
}

/** Shows the text as typed while it has the focus, so that it may be empty for a moment. Other texts than numbers are dropped on blur. */
export const NumberInput = ({ value, parse, onNumber, className, onBlur, ...rest }: NumberInputProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = typed !== null && parse(typed) === null;
  const onType = (text: string): void => {
    setTyped(text);
    const number = parse(text);
    if (number !== null) onNumber(number);
  };
  return (
    <input
      inputMode="numeric"
      aria-invalid={isInvalid || undefined}
      {...rest}
      type="number"
      className={cx(fieldStyles['input'], className)}
      value={typed ?? value ?? ''}
      onChange={(event) => onType(event.target.value)}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
};

export const NumberField = ({ label, error, hint, ...rest }: LabelProps & NumberInputProps) => (
  <Field label={label} error={error} hint={hint}>
    {(control) => <NumberInput {...rest} {...control} />}
  </Field>
);

/** Parses whole numbers from `min` up; any other text is `fallback`. */
export const integerParser =
  (min: number, fallback: number | null = null) =>
  (text: string): number | null => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isSafeInteger(value) && value >= min ? value : fallback;
  };

interface LimitInputProps {
  readonly label: string;
  /** -1: no limit; null: not set, which the placeholder explains. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly onValue: (value: number) => void;
  /** The value for a text that is no number; without it such a text changes nothing. */
  readonly fallback?: number;
  readonly disabled?: boolean;
}

/** A count from 0 up, or -1 by its checkbox. */
export const LimitInput = ({ label, value, onValue, fallback, disabled, placeholder }: LimitInputProps) => {
  const t = useTranslations();
  const [lastLimit, setLastLimit] = useState(value === UNLIMITED || value === null ? 0 : value);
  const setUnlimited = (unlimited: boolean): void => {
    if (unlimited) setLastLimit(value ?? 0);
    onValue(unlimited ? UNLIMITED : lastLimit);
  };
  return (
    <div className={styles['limit']}>
      <NumberInput
        aria-label={label}
        min={0}
        step={1}
        placeholder={value === UNLIMITED ? t('noLimit') : (placeholder ?? t('noLimit'))}
        disabled={disabled}
        className={styles['number']}
        value={value === UNLIMITED ? null : value}
        parse={integerParser(0, fallback ?? null)}
        onNumber={onValue}
      />
      <Checkbox
        label={t('unlimitedOf', { label })}
        checked={value === UNLIMITED}
        disabled={disabled ?? false}
        onChange={setUnlimited}
      >
        {t('unlimited')}
      </Checkbox>
    </div>
  );
};
