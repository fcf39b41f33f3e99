import { Info, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { Button } from '../button.tsx';
import { useTranslations } from '../control-texts.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './toast.module.css';
import own from './undo-toast.module.css';

interface UndoToastProps {
  readonly action: string;
  readonly onAction: () => void;
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

const AUTO_DISMISS_MS = 8000;

/** A note with a button that takes back what it says. It stays while it is pointed at or has the focus. */
export const UndoToast = ({ action, onAction, onDismiss, children }: UndoToastProps) => {
  const t = useTranslations();
  const [isHeld, setHeld] = useState(false);
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(), AUTO_DISMISS_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <div className={cx(styles['toasts'], own['place'])}>
      <div
        data-testid="undo-toast"
        role="status"
        className={cx(styles['toast'], styles['note'])}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <Info aria-hidden="true" />
        <span dir="auto">{children}</span>
        <Button size="s" onClick={onAction}>
          {action}
        </Button>
        <IconButton size="s" tooltip="none" label={t('dismiss')} icon={<X />} onClick={onDismiss} />
      </div>
    </div>
  );
};
