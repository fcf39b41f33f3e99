import { ArrowLeft, X } from 'lucide-react';
import { useEffectEvent, useId, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';

import { cx } from '../cx.ts';
import styles from './dialog.module.css';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly description?: ReactNode;
  /** `full`: a page of its own over the page. `panel`: a large frame whose parts scroll by themselves; `split`: a smaller one. */
  readonly size?: 's' | 'm' | 'l' | 'xl' | 'full' | 'panel' | 'split';
  /** Shows the way back to what this part of the dialog was opened from. */
  readonly onBack?: (() => void) | undefined;
  readonly role?: 'dialog' | 'alertdialog';
  /** The title is announced but not visible. */
  readonly hideHeader?: boolean;
}

/**
 * Opens the native dialog over everything and gives the focus back to where it was when the dialog goes away. What bears
 * `data-autofocus` gets the focus: React's own autoFocus comes before the dialog is open, when nothing in it can have it.
 */
const useModal = (onClose: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  const [previousFocus] = useState(() => document.activeElement);
  const cancel = useEffectEvent((event: Event) => {
    event.preventDefault();
    onClose();
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const onCancel = (event: Event): void => cancel(event);
    dialog?.addEventListener('cancel', onCancel);
    return () => {
      dialog?.removeEventListener('cancel', onCancel);
      dialog?.close();
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [previousFocus]);
  return ref;
};

/** A click counts as outside only if it both began and ended on the backdrop: selecting text past the edge closes nothing. */
const useOutsideClick = (onClose: () => void) => {
  const startedOutside = useRef(false);
  return {
    onMouseDown: (event: MouseEvent) => {
      startedOutside.current = event.target === event.currentTarget;
    },
    onClick: (event: MouseEvent) => {
      if (startedOutside.current && event.target === event.currentTarget) onClose();
    },
  };
};

interface HeaderProps {
  readonly id: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onClose: (() => void) | null;
}

const Header = ({ id, title, hidden, onBack, onClose }: HeaderProps) => {
  const t = useTranslations();
  return (
    <div className={cx(styles['header'], hidden && 'visually-hidden')}>
      {onBack ? (
        <IconButton label={t('back')} tooltip="none" icon={<ArrowLeft className="mirrored" />} onClick={onBack} />
      ) : null}
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {onClose ? <IconButton label={t('close')} tooltip="none" icon={<X />} onClick={onClose} /> : null}
    </div>
  );
};

/** A split dialog is a smaller panel. */
const sizeClass = (size: NonNullable<DialogProps['size']>): string =>
  cx(size === 'split' && styles['panel'], styles[size]);

/** The one dialog of the product: a card over the page, a full-screen sheet under 768 px. Escape and a click outside close it. */
export const Dialog = ({
  title,
  onClose,
  children,
  description,
  size = 'm',
  role = 'dialog',
  hideHeader = false,
  onBack,
}: DialogProps) => {
  const id = useId();
  const ref = useModal(onClose);
  const outside = useOutsideClick(onClose);
  const isAlert = role === 'alertdialog';
  return (
    // Escape arrives as the dialog's own cancel event; the handlers here are for the pointer alone.
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      className={cx(styles['dialog'], sizeClass(size), isAlert && styles['alert'], hideHeader && styles['bare'])}
      {...outside}
    >
      <div className={styles['card']}>
        <Header
          id={`${id}-title`}
          title={title}
          hidden={hideHeader}
          onBack={onBack}
          onClose={isAlert || hideHeader ? null : onClose}
        />
        {description ? (
          <p id={`${id}-text`} className={styles['description']}>
            {description}
          </p>
        ) : null}
        {children}
      </div>
    </dialog>
  );
};
