import styles from './account-id.module.css';

/** The id of an account, in a line below its address. */
export const AccountId = ({ id }: { readonly id: string }) => <span className={styles['id']}>{id}</span>;
