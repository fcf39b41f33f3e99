import { ArrowLeft, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { cx } from '../cx.ts';
import styles from './dialog.module.css';
import { IconButton } from '../icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { useModal, useOutsideClick } from './use-modal.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly description?: ReactNode;
  /**
   * `full`: a page of its own over the page. `panel`: a large frame whose parts scroll by
   * themselves; `split`: a smaller one.
   */
  readonly size?: 's' | 'm' | 'l' | 'xl' | 'full' | 'panel' | 'split';
  /** Shows the way back to what this part of the dialog was opened from. */
  readonly onBack?: (() => void) | undefined;
  readonly role?: 'dialog' | 'alertdialog';
  /** The title is announced but not visible. */
  readonly hideHeader?: boolean;
}

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

/**
 * The one dialog of the product: a card over the page, a full-screen sheet under 768 px. Escape and
 * a click outside close it.
 */
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
