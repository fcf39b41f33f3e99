import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../control-texts.ts';
import styles from './toast.module.css';

export interface ToastItem {
  readonly id: string;
  readonly kind: 'success' | 'problem' | 'note';
  readonly text: string;
}

interface ToastsProps {
  readonly toasts: readonly ToastItem[];
  readonly onDismiss: (id: string) => void;
}

const ICONS = { success: CircleCheck, problem: CircleAlert, note: Info } as const;

/** For all toasts but problems, which stay until they are closed. */
const AUTO_DISMISS_MS = 3000;

const Toast = ({
  toast: { id, kind, text },
  onDismiss,
}: {
  readonly toast: ToastItem;
  readonly onDismiss: (id: string) => void;
}) => {
  const t = useTranslations();
  const dismiss = useEffectEvent(() => onDismiss(id));
  const Icon = ICONS[kind];
  useEffect(() => {
    if (kind === 'problem') return;
    const timer = setTimeout(() => dismiss(), AUTO_DISMISS_MS);
    return () => clearTimeout(timer);
  }, [kind]);
  return (
    <div
      data-testid="toast"
      role={kind === 'problem' ? 'alert' : 'status'}
      className={cx(styles['toast'], styles[kind])}
    >
      <Icon aria-hidden="true" />
      <span>{text}</span>
      <IconButton size="s" tooltip="none" label={t('dismiss')} icon={<X />} onClick={() => onDismiss(id)} />
    </div>
  );
};

/** Short notes over the page's foot. */
export const Toasts = ({ toasts, onDismiss }: ToastsProps) => (
  <div data-toasts className={styles['toasts']}>
    {toasts.map((toast) => (
      <Toast key={toast.id} toast={toast} onDismiss={onDismiss} />
    ))}
  </div>
);

const onDialogs = (listener: () => void): (() => void) => {
  const observer = new MutationObserver(listener);
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
};

/** The dialog that lies over everything: it has the focus, wherever it stands. */
const findTopDialog = (): Element | undefined =>
  document.activeElement?.closest('dialog[open]') ?? [...document.querySelectorAll('dialog[open]')].at(-1);

const ToastsOnTop = (props: ToastsProps) => {
  const dialog = useSyncExternalStore(onDialogs, findTopDialog);
  const toasts = <Toasts {...props} />;
  return dialog ? createPortal(toasts, dialog) : toasts;
};

/** The same for the whole page: in the topmost dialog, since all beside it can neither be heard nor pressed. */
export const PageToasts = (props: ToastsProps) => (props.toasts.length > 0 ? <ToastsOnTop {...props} /> : null);
