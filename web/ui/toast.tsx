import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { useTexts } from './texts.ts';
import styles from './toast.module.css';

export interface ToastItem {
  readonly id: string;
  readonly kind: 'success' | 'problem' | 'note';
  readonly text: string;
}

interface ToastsProps {
  readonly toasts: readonly ToastItem[];
  readonly onGone: (id: string) => void;
}

const SIGNS = { success: CircleCheck, problem: CircleAlert, note: Info } as const;

/** How long anything but a problem stays, in milliseconds. A problem stays until it is closed: nobody should have to read fast. */
const STAYS_MS = 3000;

const Toast = ({
  toast: { id, kind, text },
  onGone,
}: {
  readonly toast: ToastItem;
  readonly onGone: (id: string) => void;
}) => {
  const t = useTexts();
  const gone = useEffectEvent(() => onGone(id));
  const Sign = SIGNS[kind];
  useEffect(() => {
    if (kind === 'problem') return;
    const timer = setTimeout(() => gone(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return (
    <li
      data-testid="toast"
      role={kind === 'problem' ? 'alert' : 'status'}
      className={cx(styles['toast'], styles[kind])}
    >
      <Sign aria-hidden="true" />
      <span>{text}</span>
      <IconButton size="s" tooltip="none" label={t('dismiss')} icon={<X />} onClick={() => onGone(id)} />
    </li>
  );
};

/** Short notes over the page's foot. */
export const Toasts = ({ toasts, onGone }: ToastsProps) => (
  <ul className={styles['toasts']}>
    {toasts.map((toast) => (
      <Toast key={toast.id} toast={toast} onGone={onGone} />
    ))}
  </ul>
);
