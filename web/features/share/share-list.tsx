import { useState } from 'react';

import { dayText } from '../../lib/when.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { sharesApi, type Share } from './shares-api.ts';

const aboutOf = ({ kind, turns, createdAt, name }: Share): string => [
  kind === 'reply' ? 'One answer' : `${turns} messages`,
  `shared on ${dayText(createdAt) ?? 'an unknown day'}`,
  ...(name === null ? [] : [`as ${name}`]),
].join(', ');

/** Ends a link after asking. A link that had ended already counts as ended. */
const useRevoking = () => {
  const [asked, ask] = useState<Share | null>(null);
  const [failed, setFailed] = useState(false);
  const [revoke, { isLoading: busy }] = sharesApi.useRevokeShareMutation();
  const confirm = async (): Promise<void> => {
    if (!asked) return;
    const { error } = await revoke(asked.id);
    setFailed(error !== undefined && !('status' in error && error.status === 404));
    ask(null);
  };
  return { asked, ask, failed, busy, confirm };
};

/** Public links, each with the way to end it. */
export const ShareList = ({ shares }: { readonly shares: readonly Share[] }) => {
  const { asked, ask, failed, busy, confirm } = useRevoking();
  return (
    <>
      {failed ? <Notice tone="danger">The link could not be revoked. It still works. Please try again.</Notice> : null}
      {shares.map((share) => (
        <SettingRow key={share.id} label={<span dir="auto">{share.title}</span>} note={aboutOf(share)}>
          <Button size="s" aria-label={`Revoke the link to ${share.title}`} onClick={() => ask(share)}>Revoke</Button>
        </SettingRow>
      ))}
      {asked ? (
        <AlertDialog title="Revoke this link?" text={`Nobody will be able to open the shared copy of “${asked.title}” any more. This cannot be undone.`}
          action="Revoke" busy={busy} onConfirm={() => void confirm()} onCancel={() => ask(null)} />
      ) : null}
    </>
  );
};
