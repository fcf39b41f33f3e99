import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

import { cx } from './cx.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** The accessible name; shown as a tooltip on hover and keyboard focus. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly size?: 's' | 'm';
  readonly tooltip?: 'top' | 'bottom' | 'right' | 'left' | 'none';
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An action with a sign on it. The sign is decoration; the name is spoken and shown. */
export const IconButton = ({ label, icon, size = 'm', tooltip = 'bottom', className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    data-tooltip={tooltip === 'none' ? undefined : label}
    className={cx(styles['icon-button'], styles[size], styles[tooltip], className)}
  >
    <span aria-hidden="true" className={styles['icon']}>
      {icon}
    </span>
  </button>
);
