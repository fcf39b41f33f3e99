import { useId, type ReactNode } from 'react';

import styles from './card.module.css';

interface CardProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** What can be done with the whole of it, at the right of its name. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Things that belong together on a raised surface, under their name. */
export const Card = ({ title, note, actions, children }: CardProps) => {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['head']}>
        <div className={styles['words']}>
          <h3 id={id}>{title}</h3>
          {note ? <p className={styles['note']}>{note}</p> : null}
        </div>
        {actions ? <div className={styles['actions']}>{actions}</div> : null}
      </header>
      {children}
    </section>
  );
};
