import { FileInput } from '../../../ui/forms/file-input.tsx';
import { ACCEPT } from '../file-types.ts';
import { useTranslations } from '../attach-texts.ts';
import { AttachTrigger } from './attach-trigger.tsx';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Replaces the file dialog for a user who may not attach yet. */
  readonly onUploadDisabled?: (() => void) | null | undefined;
}

/** Opens the browser's file dialog. */
export const AttachButton = ({ onFiles, onUploadDisabled }: AttachButtonProps) => {
  const t = useTranslations();
  return (
    <FileInput
      label={t('toAttach')}
      accept={ACCEPT}
      onFiles={onFiles}
      trigger={(open) => <AttachTrigger onClick={onUploadDisabled ?? open} />}
    />
  );
};
