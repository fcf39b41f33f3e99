import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import {
  useState,
  type InputHTMLAttributes,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

import { cx } from '../cx.ts';
import styles from './field.module.css';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly onText: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text. */
export const TextInput = ({ onText, className, ...rest }: InputProps) => (
  <input
    type="text"
    dir="auto"
    {...rest}
    className={cx(styles['input'], className)}
    onChange={(event) => onText(event.target.value)}
  />
);

/** A password, hidden until the person wants to see it. */
export const PasswordInput = ({ ...rest }: InputProps) => {
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles['with-button']}>
      <TextInput {...rest} dir="ltr" type={shown ? 'text' : 'password'} />
      <IconButton
        label={t(shown ? 'hidePassword' : 'showPassword')}
        tooltip="none"
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
};

interface AreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly onText: (text: string) => void;
}

/** Some lines of text. */
export const TextArea = ({ onText, className, ...rest }: AreaProps) => (
  <textarea
    dir="auto"
    rows={5}
    {...rest}
    className={cx(styles['input'], styles['area'], className)}
    onChange={(event) => onText(event.target.value)}
  />
);

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly onText: (value: string) => void;
}

/** One of many: the browser's own list, which every keyboard, phone and reader knows. */
export const Select = ({ onText, className, children, ...rest }: SelectProps) => (
  <div className={styles['with-sign']}>
    <select {...rest} className={cx(styles['input'], className)} onChange={(event) => onText(event.target.value)}>
      {children}
    </select>
    <ChevronDown aria-hidden="true" />
  </div>
);
