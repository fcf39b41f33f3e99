import { useState, type InputHTMLAttributes } from 'react';

import { Checkbox } from './checkbox.tsx';
import { cx } from '../cx.ts';
import fieldStyles from './field.module.css';
import styles from './number-input.module.css';
import { useTranslations } from '../texts.ts';

/** No limit. */
const UNLIMITED = -1;

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  /** Null shows an empty box. */
  readonly value: number | null;
  /** The number for a text; null when the text is none. */
  readonly parse: (text: string) => number | null;
  readonly onNumber: (value: number) => void;
}

/**
 * A number as it is typed: the text stays as long as the person is in the box, so that it may be empty for a moment on the
 * way to another number. What is no number changes nothing and is gone when the box is left.
 */
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

/** Reads whole numbers from `min` up; other texts, the empty one too, are `otherwise`. */
export const integerParser =
  (min: number, fallback: number | null = null) =>
  (text: string): number | null => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isSafeInteger(value) && value >= min ? value : fallback;
  };

interface LimitInputProps {
  readonly label: string;
  /** -1 is no limit; null is none given, which the placeholder explains. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly onValue: (value: number) => void;
  /** What an entry that is no number counts as; without it such an entry changes nothing. */
  readonly fallback?: number;
  readonly disabled?: boolean;
}

/** A count from 0 up, or no limit at all by its tick. */
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
