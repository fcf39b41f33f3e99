import { ShieldCheck } from 'lucide-react';
import { useId } from 'react';

import styles from './support-line.module.css';

interface SupportLineProps {
  readonly checked: number;
  readonly supported: number;
}

/** How much of what was cited holds; the way it was found out shows on hover and focus. Nothing where nothing was checked. */
export const SupportLine = ({ checked, supported }: SupportLineProps) => {
  const id = useId();
  if (checked < 1) return null;
  return (
    <p className={styles['line']}>
      <button type="button" className={styles['button']} aria-describedby={id}>
        <ShieldCheck aria-hidden="true" />
        {`${supported} of ${checked} cited ${checked === 1 ? 'sentence' : 'sentences'} found in ${checked === 1 ? 'its source' : 'their sources'}`}
      </button>
      <span id={id} role="tooltip" className={styles['why']}>
        {`Each sentence with a mark was compared with the text of the source it names: ${Math.round((supported / checked) * 100)} % hold. Marks that do not are drawn quietly.`}
      </span>
    </p>
  );
};
