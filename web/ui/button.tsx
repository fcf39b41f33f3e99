import { useLayoutEffect, type ComponentPropsWithRef, type ReactNode } from 'react';

import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 's' | 'm' | 'l';
  readonly wide?: boolean;
  /** The action runs: the button is disabled and `aria-busy`, with the same width and name. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** A browser takes the focus from what is disabled: whoever pressed the button goes on from there. */
const useFocusBack = (busy: boolean | undefined): void => {
  useLayoutEffect(() => {
    const pressed = document.activeElement; // its focus goes with the next frame
    if (!busy || !(pressed instanceof HTMLElement)) return undefined;
    return () => queueMicrotask(() => document.activeElement === document.body && pressed.focus());
  }, [busy]);
};

/** An action with a word on it. Never a submit button unless asked, so that forms are sent only on purpose. */
export const Button = ({
  variant = 'secondary',
  size = 'm',
  wide,
  busy,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) => {
  useFocusBack(busy);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled ?? busy}
      aria-busy={busy || undefined}
      className={cx(
        styles['button'],
        styles[variant],
        styles[size],
        wide && styles['wide'],
        busy && styles['busy'],
        className,
      )}
    >
      {icon}
      <span className={styles['label']}>{children}</span>
    </button>
  );
};
