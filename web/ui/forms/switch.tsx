import styles from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export const Switch = ({ label, checked, disabled, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    className={styles['switch']}
    onClick={() => onChange(!checked)}
  >
    <span aria-hidden="true" className={styles['knob']} />
  </button>
);
