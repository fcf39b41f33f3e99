import { useId, useState, type ReactNode } from 'react';

import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { useStepTranslations } from './step-texts.ts';
import styles from './tool-step.module.css';

/** From so many characters on a text is long. */
const MAX_CHARACTERS = 700;

interface FoldedProps {
  /** Of what is folded, in characters. */
  readonly size: number;
  readonly label: string;
  readonly children: ReactNode;
}

/** Long content is cut until its reader wants all of it. */
export const Folded = ({ size, label, children }: FoldedProps) => {
  const t = useStepTranslations();
  const id = useId();
  const [open, setOpen] = useState(false);
  if (size <= MAX_CHARACTERS) return children;
  return (
    <div className={styles['folded']}>
      <div id={id} className={cx(styles['cut'], open && styles['whole'])}>
        {children}
      </div>
      <Button size="s" variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(open ? 'less' : 'more')}
        <span className="visually-hidden">{` ${label}`}</span>
      </Button>
    </div>
  );
};
