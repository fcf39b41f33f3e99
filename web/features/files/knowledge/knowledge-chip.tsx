import { isNotFound } from '../../../lib/api-error.ts';
import chipStyles from '../attachments/chips.module.css';
import { FileIcon } from '../file-icon.tsx';
import { KNOWLEDGE_TYPE } from '../file-types.ts';
import { knowledgeApi } from './knowledge-api.ts';
import { useKnowledgeTranslations } from './texts.ts';

/** All files of a group, as a message that was sent asked for them. */
export const KnowledgeChip = ({ id }: { readonly id: string }) => {
  const t = useKnowledgeTranslations();
  const { data, isLoading, error } = knowledgeApi.useKnowledgeQuery();
  const found = data?.find((one) => one.id === id);
  const isGone = (!isLoading && data !== undefined && !found) || isNotFound(error);
  return (
    <span className={chipStyles['chip']}>
      <FileIcon file={{ name: '', type: KNOWLEDGE_TYPE }} />
      <span className={chipStyles['words']}>
        <span className={chipStyles['name']} dir="auto" title={found?.name}>
          {found?.name ?? t(isGone ? 'noLongerShared' : 'loading')}
        </span>
        <span className={chipStyles['facts']}>
          {found ? `${t('kind')} · ${t('files', { count: found.files })}` : t('kind')}
        </span>
      </span>
    </span>
  );
};
