import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import {
  useState,
  type InputHTMLAttributes,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

import { cx } from '../cx.ts';
import { Field, type LabelProps } from './field.tsx';
import styles from './field.module.css';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly onText: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export const TextInput = ({ onText, className, ...rest }: InputProps) => (
  <input
    type="text"
    dir="auto"
    {...rest}
    className={cx(styles['input'], className)}
    onChange={(event) => onText(event.target.value)}
  />
);

export const TextField = ({ label, error, hint, optional, ...rest }: LabelProps & InputProps) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    {(control) => <TextInput {...rest} {...control} />}
  </Field>
);

/** Hidden until its button shows it. */
const PasswordInput = (props: InputProps) => {
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles['with-button']}>
      <TextInput {...props} dir="ltr" type={shown ? 'text' : 'password'} />
      <IconButton
        label={t(shown ? 'hidePassword' : 'showPassword')}
        tooltip="none"
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
};

export const PasswordField = ({ label, error, hint, optional, ...rest }: LabelProps & InputProps) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    {(control) => <PasswordInput {...rest} {...control} />}
  </Field>
);

interface AreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly onText: (text: string) => void;
}

export const TextArea = ({ onText, className, ...rest }: AreaProps) => (
  <textarea
    dir="auto"
    rows={5}
    {...rest}
    className={cx(styles['input'], styles['area'], className)}
    onChange={(event) => onText(event.target.value)}
  />
);

export interface SelectGroup {
  readonly label: string;
  readonly options: readonly SelectOption[];
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'children'> {
  readonly options: readonly SelectOption[];
  /** After the options. */
  readonly groups?: readonly SelectGroup[];
  readonly onText: (value: string) => void;
}

/** `lang` is the language of the name, where it is not that of the page. */
export type SelectOption = readonly [value: string | number, name: string, lang?: string];

const Options = ({ options }: Pick<SelectProps, 'options'>) =>
  options.map(([value, name, lang]) => (
    <option key={value} value={value} lang={lang}>
      {name}
    </option>
  ));

const NO_GROUPS: readonly SelectGroup[] = [];

/** The browser's own list, for its keyboard, touch and screen reader support. */
export const Select = ({ options, groups = NO_GROUPS, onText, className, ...rest }: SelectProps) => (
  <div className={styles['with-sign']}>
    <select {...rest} className={cx(styles['input'], className)} onChange={(event) => onText(event.target.value)}>
      <Options options={options} />
      {groups.map(({ label, options: members }) => (
        <optgroup key={label} label={label}>
          <Options options={members} />
        </optgroup>
      ))}
    </select>
    <ChevronDown aria-hidden="true" />
  </div>
);

export const SelectField = ({ label, error, hint, ...rest }: LabelProps & SelectProps) => (
  <Field label={label} error={error} hint={hint}>
    {(control) => <Select {...rest} {...control} />}
  </Field>
);
