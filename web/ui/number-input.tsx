import { useState, type InputHTMLAttributes } from 'react';

import { Checkbox } from './checkbox.tsx';
import { cx } from './cx.ts';
import fieldStyles from './field.module.css';
import styles from './number-input.module.css';
import { useTexts } from './texts.ts';

/** No limit. */
const UNLIMITED = -1;

interface NumberInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'type'> {
  /** Null shows an empty box. */
  readonly value: number | null;
  /** The number for a text; null when the text is none. */
  readonly read: (text: string) => number | null;
  readonly onNumber: (value: number) => void;
}

/**
 * A number as it is typed: the text stays as long as the person is in the box, so that it may be empty for a moment on the
 * way to another number. What is no number changes nothing and is gone when the box is left.
 */
export const NumberInput = ({ value, read, onNumber, className, onBlur, ...rest }: NumberInputProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const unread = typed !== null && read(typed) === null;
  const type = (text: string): void => {
    setTyped(text);
    const number = read(text);
    if (number !== null) onNumber(number);
  };
  return (
    <input
      inputMode="numeric"
      aria-invalid={unread || undefined}
      {...rest}
      type="number"
      className={cx(fieldStyles['input'], className)}
      value={typed ?? value ?? ''}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
};

/** Reads whole numbers from `min` up; other texts, the empty one too, are `otherwise`. */
export const readWhole =
  (min: number, otherwise: number | null = null) =>
  (text: string): number | null => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isSafeInteger(value) && value >= min ? value : otherwise;
  };

interface LimitInputProps {
  readonly label: string;
  /** -1 is no limit; null is none given, which the placeholder explains. */
  readonly value: number | null;
  readonly placeholder?: string;
  readonly onValue: (value: number) => void;
  /** What an entry that is no number counts as; without it such an entry changes nothing. */
  readonly otherwise?: number;
  readonly disabled?: boolean;
}

/** A count from 0 up, or no limit at all by its tick. */
export const LimitInput = ({ label, value, onValue, otherwise, disabled, placeholder }: LimitInputProps) => {
  const t = useTexts();
  const [before, setBefore] = useState(value === UNLIMITED || value === null ? 0 : value);
  const tick = (unlimited: boolean): void => {
    if (unlimited) setBefore(value ?? 0);
    onValue(unlimited ? UNLIMITED : before);
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
        read={readWhole(0, otherwise ?? null)}
        onNumber={onValue}
      />
      <Checkbox
        label={t('unlimitedOf', { label })}
        checked={value === UNLIMITED}
        disabled={disabled ?? false}
        onChange={tick}
      >
        {t('unlimited')}
      </Checkbox>
    </div>
  );
};
