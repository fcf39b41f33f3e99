import { TextField } from '../../../ui/forms/text-input.tsx';
import styles from '../account-form.module.css';
import { extractDigits } from '../phone/phone-code-form.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** Six digits of an authenticator app. A new key brings the focus back after a wrong code. */
export const CodeField = ({ onText, ...rest }: CodeFieldProps) => (
  <TextField
    {...rest}
    autoFocus
    autoComplete="one-time-code"
    inputMode="numeric"
    pattern="[0-9]*"
    dir="ltr"
    spellCheck={false}
    className={styles['code']}
    onText={(text) => onText(extractDigits(text))}
  />
);
