import { Paperclip } from 'lucide-react';

import { IconButton } from '../../../ui/icon-button.tsx';
import { useTranslations } from '../attach-texts.ts';

/** What a person presses to attach files. */
export const AttachTrigger = ({ onClick }: { readonly onClick: () => void }) => {
  const t = useTranslations();
  return <IconButton label={t('attach')} tooltip="top" icon={<Paperclip />} onClick={onClick} />;
};
