import { cx } from '../cx.ts';
import styles from './meter.module.css';

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** For screen readers, instead of the numbers. */
  readonly text: string;
}

/** From this share on the bar is coloured as nearly full. */
const NEARLY_FULL = 0.9;

/** How much of a known amount is used, as a thin bar. More than the whole is drawn as the whole. */
export const Meter = ({ label, value, max, text }: MeterProps) => {
  const share = max <= 0 ? 1 : Math.min(1, Math.max(0, value / max));
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, max)}
      aria-valuenow={Math.min(value, Math.max(0, max))}
      aria-valuetext={text}
      className={styles['track']}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className={cx(styles['bar'], share >= NEARLY_FULL && styles['near'])}
      >
        <rect width={share * 100} height="4" />
      </svg>
    </span>
  );
};
