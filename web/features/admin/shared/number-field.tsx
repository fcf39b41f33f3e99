import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { COUNT_RANGE, type NumberRange } from '../../../../src/shared/settings/fields.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, type ControlProps } from '../../../ui/forms/field.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useTranslations } from '../texts.ts';
import styles from './number-field.module.css';
import { findNumberProblem, formatInput, readNumber } from './number-text.ts';

const UNLIMITED = -1;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

interface NumberFieldProps {
  readonly label: string;
  /** The label is in a heading beside the box, and here for screen readers only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** What is wrong with a number of the range. */
  readonly error?: string | null;
  readonly range?: NumberRange | undefined;
  /** NaN: what is typed is not of the range. Null: the box may be empty, and is. */
  readonly value: number | null;
  readonly onValue: (value: number) => void;
  /** Lets the box be empty. */
  readonly onEmpty?: () => void;
  readonly placeholder?: string | undefined;
}

const toText = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : formatInput(value));

/**
 * The text of the box: what was typed while it still stands for the value, so that nothing is
 * put right behind one's back.
 */
const useNumberText = ({ value, onValue, onEmpty, range = COUNT_RANGE }: NumberFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => (onEmpty && text.trim() === '' ? null : readNumber(text, range));
  const text = typed !== null && Object.is(read(typed), value) ? typed : toText(value);
  const onText = (next: string): void => {
    setTyped(next);
    const number = read(next);
    if (number === null) onEmpty?.();
    else onValue(number);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = (STEPS[event.key] ?? 0) * (range.step ?? 1);
    if (step === 0) return;
    event.preventDefault();
    onText(formatInput(Math.min(range.max, Math.max(range.min, (value || 0) + step))));
  };
  return { text, onText, onKeyDown, forget: () => setTyped(null) };
};

type NumberText = ReturnType<typeof useNumberText>;

interface NumberBoxProps extends Pick<NumberFieldProps, 'range' | 'value' | 'placeholder'> {
  readonly box: NumberText;
  readonly control: ControlProps;
}

const NumberBox = ({ box, control, value, range = COUNT_RANGE, placeholder }: NumberBoxProps) => (
  <TextInput
    {...control}
    role="spinbutton"
    inputMode={range.step === 1 ? 'numeric' : 'decimal'}
    autoComplete="off"
    dir="ltr"
    aria-valuemin={range.min}
    aria-valuemax={range.max}
    aria-valuenow={value === null || Number.isNaN(value) ? undefined : value}
    placeholder={placeholder}
    className={styles['number']}
    value={box.text}
    onText={box.onText}
    onKeyDown={box.onKeyDown}
  />
);

const findProblem = ({ value, range = COUNT_RANGE, error }: NumberFieldProps, text: string): string | null =>
  value === null ? null : (findNumberProblem(text, range) ?? error ?? null);

/** A number of a range. What is not is marked where it is typed, and never replaced by another number. */
export const NumberField = (props: NumberFieldProps) => {
  const { label, hideLabel, hint, value, range, placeholder } = props;
  const box = useNumberText(props);
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={findProblem(props, box.text)}>
      {(control) => <NumberBox box={box} control={control} value={value} range={range} placeholder={placeholder} />}
    </Field>
  );
};

/** A number from 0 up, or -1 by its checkbox. Without the tick it asks for the number. */
export const LimitField = (props: NumberFieldProps) => {
  const { label, hideLabel, hint, value, range, onValue, onEmpty, placeholder } = props;
  const t = useTranslations();
  const [lastLimit, setLastLimit] = useState<number | null>(null);
  const isUnlimited = value === UNLIMITED;
  const shown = { ...props, value: isUnlimited ? null : value };
  const box = useNumberText(shown);
  const field = useRef<HTMLDivElement>(null);
  const setUnlimited = (unlimited: boolean): void => {
    if (unlimited) setLastLimit(value);
    box.forget();
    if (unlimited) onValue(UNLIMITED);
    else if (lastLimit === null && onEmpty) onEmpty();
    else onValue(lastLimit ?? Number.NaN);
    if (!unlimited) field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field}>
      <Field label={label} hideLabel={hideLabel} hint={hint} error={findProblem(shown, box.text)}>
        {(control) => (
          <div className={styles['limit']}>
            <NumberBox
              box={box}
              control={control}
              value={shown.value}
              range={range}
              placeholder={isUnlimited ? t('noLimit') : placeholder}
            />
            <Checkbox label={t('unlimitedOf', { label })} checked={isUnlimited} onChange={setUnlimited}>
              {t('unlimited')}
            </Checkbox>
          </div>
        )}
      </Field>
    </div>
  );
};
