import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '../../ui/icon-button.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import type { ArtifactEditing } from './artifact-editing.ts';
import { useTranslations } from './texts.ts';
import type { ShownVersion } from './use-version.ts';

interface DeleteVersionProps {
  readonly version: ShownVersion;
  readonly editing: ArtifactEditing | undefined;
}

/** Own versions go again as long as no answer follows them. */
export const DeleteVersion = ({ version: { messageId, ownId, toNewest }, editing }: DeleteVersionProps) => {
  const t = useTranslations();
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!editing || ownId === null || messageId !== editing.messageId) return null;
  const remove = async (): Promise<void> => {
    const failed = await editing.remove(messageId, ownId);
    setFailure(failed);
    if (failed !== null) return;
    setAsks(false);
    toNewest();
  };
  return (
    <>
      <IconButton label={t('deleteVersion')} icon={<Trash2 />} onClick={() => setAsks(true)} />
      {asks ? (
        <AlertDialog
          title={t('deleteVersionTitle')}
          text={failure ?? t('deleteVersionText')}
          action={t('deleteVersion')}
          onConfirm={() => void remove()}
          onCancel={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};
