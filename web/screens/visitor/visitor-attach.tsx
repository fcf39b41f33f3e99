import { useActions } from '../../app/use-actions.ts';
import { AttachTrigger } from '../../features/files/attachments/attach-trigger.tsx';

/** Leads to the sign-in: attaching is for people with an account, and what does it is fetched with theirs. */
export const VisitorAttach = () => <AttachTrigger onClick={useActions().signIn} />;
