import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './welcome.module.css';

interface AboutDialogProps {
  /** What the operator calls the place. */
  readonly name: string;
  readonly limit: number;
  readonly onSignIn: () => void;
  readonly onClose: () => void;
}

/** What this is, for somebody who has just arrived. `limit` = trial messages a day. */
export const AboutDialog = ({ name, limit, onSignIn, onClose }: AboutDialogProps) => (
  <Dialog title={`About ${name}`} size="s" onClose={onClose}>
    <div className={styles['about']}>
      <p>{name} is a place to talk with a language model: ask, write, plan, learn, work on code.</p>
      <p>{`You can try ${limit === 1 ? 'one message' : `${limit} messages`} a day without an account. With a free account you get 30 a day, and your conversations are kept.`}</p>
      <p>Answers can be wrong. Check what matters.</p>
    </div>
    <Button variant="primary" size="l" wide onClick={onSignIn}>Sign In</Button>
  </Dialog>
);
