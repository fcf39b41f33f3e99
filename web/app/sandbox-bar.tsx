import styles from './sandbox-bar.module.css';

/** Says on every page that nothing here is real (SANDBOX=on). */
export const SandboxBar = ({ text }: { readonly text: string }) => (
  <p role="note" className={styles['bar']}>
    {text}
  </p>
);
