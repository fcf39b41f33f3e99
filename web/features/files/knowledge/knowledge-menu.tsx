import { Check, FolderOpen, Library } from 'lucide-react';

import { IconButton } from '../../../ui/icon-button.tsx';
import type { MenuItem } from '../../../ui/overlays/menu-list.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { useFileSelection } from '../manager/use-selection.ts';
import { type Knowledge, knowledgeApi } from './knowledge-api.ts';
import { useKnowledgeTranslations } from './texts.ts';
import { toAttachable } from './to-attachable.ts';

interface KnowledgeMenuProps {
  readonly maxFiles: number;
  /** Shows the files one by one. */
  readonly onManage: () => void;
}

/** Adds what a group shares to the next message; nothing where no group shares anything. */
export const KnowledgeMenu = ({ maxFiles, onManage }: KnowledgeMenuProps) => {
  const t = useKnowledgeTranslations();
  const { data = [], refetch } = knowledgeApi.useKnowledgeQuery();
  const { selected, isFull, select } = useFileSelection(maxFiles);
  if (data.length === 0) return null;
  const toItem = (knowledge: Knowledge): MenuItem => {
    const { id, name, files, embedded } = knowledge;
    const isSelected = selected.some((one) => one.id === id);
    const counted = t('files', { count: files });
    return {
      id,
      label: t(isSelected ? 'takeOff' : 'addAll', { name }),
      description: embedded < files ? t('readyOf', { count: embedded, files: counted }) : counted,
      icon: isSelected ? <Check /> : <Library />,
      disabled: embedded === 0 || (isFull && !isSelected),
      onSelect: () => select(toAttachable(knowledge), !isSelected),
    };
  };
  const items: readonly MenuItem[] = [
    ...data.map(toItem),
    { id: 'single', label: t('single'), icon: <FolderOpen />, hasSeparator: true, onSelect: onManage },
  ];
  return (
    <Menu
      label={t('shared')}
      items={items}
      onOpen={() => void refetch()}
      trigger={(props) => <IconButton {...props} label={t('ask')} tooltip="top" icon={<Library />} />}
    />
  );
};
