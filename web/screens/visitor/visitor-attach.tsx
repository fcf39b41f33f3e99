import { useActions } from '../../app/use-actions.ts';
import { AttachButton } from '../../features/files/attachments/attach-button.tsx';

const ignore = (): void => undefined;

/** Leads to the sign-in: attaching is for people with an account, and what does it is fetched with theirs. */
export const VisitorAttach = () => <AttachButton onFiles={ignore} onUploadDisabled={useActions().signIn} />;
