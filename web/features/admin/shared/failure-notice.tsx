import { getErrorMessage } from '../../../lib/api-error.ts';
import { LazyServerText } from '../../../lib/lazy-server-text.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { t } from '../texts.ts';

/** Why a call failed, in the reader's language where the text is a known one. */
export const FailureNotice = ({ error }: { readonly error: unknown }) => (
  <Notice tone="danger">
    <LazyServerText text={getErrorMessage(error, t('didNotWork'))} />
  </Notice>
);
