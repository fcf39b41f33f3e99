import { Upload, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';

import type { Say } from '../../lib/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ACCEPT, isAccepted } from './accepted.ts';
import { FileSign } from './file-sign.tsx';
import { sizeText } from './file-size.ts';
import styles from './keep-panel.module.css';
import { useTexts, type TextKey } from './texts.ts';
import { useKeeping, type Incoming, type KeepingFacts } from './use-keeping.ts';

const NOTHING: KeepingFacts = { description: '', tags: '', enableEmbedding: true };

const DropBox = ({
  maxFileSize,
  onFiles,
}: {
  readonly maxFileSize: number;
  readonly onFiles: (files: readonly File[]) => void;
}) => {
  const t = useTexts();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const onOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={cx(styles['drop'], over && styles['over'])}
      data-testid="file-drop"
      onDragOver={onOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Upload aria-hidden="true" />
      <p>
        {t.rich('dropHere', {
          browse: (inside) => (
            <button type="button" className={styles['browse']} onClick={() => input.current?.click()}>
              {inside}
            </button>
          ),
        })}
      </p>
      {maxFileSize > 0 ? <p className={styles['small']}>{t('upTo', { size: sizeText(maxFileSize) })}</p> : null}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('toKeep')}
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
};

const stateText = (t: Say<TextKey>, { file, progress, error }: Incoming): string => {
  if (error !== null) return error;
  if (progress === null) return sizeText(file.size);
  return progress < 1 ? t('uploading', { share: progress }) : t('checking');
};

const IncomingRow = ({ of, onRemove }: { readonly of: Incoming; readonly onRemove: () => void }) => {
  const t = useTexts();
  return (
    <li className={styles['incoming']}>
      <FileSign file={of.file} />
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" title={of.file.name}>
          {of.file.name}
        </span>
        <span
          className={cx(styles['small'], of.error !== null && styles['failed'])}
          role={of.error === null ? undefined : 'alert'}
        >
          {stateText(t, of)}
        </span>
      </span>
      {of.progress === null ? (
        <IconButton
          size="s"
          tooltip="none"
          label={t('remove', { name: of.file.name })}
          icon={<X />}
          onClick={onRemove}
        />
      ) : null}
    </li>
  );
};

interface FactsFormProps {
  readonly facts: KeepingFacts;
  readonly onChange: (facts: KeepingFacts) => void;
}

const FactsForm = ({ facts, onChange }: FactsFormProps) => {
  const t = useTexts();
  return (
    <div className={styles['facts']}>
      <Field label={t('description')} optional>
        {(control) => (
          <TextInput
            {...control}
            value={facts.description}
            maxLength={500}
            onText={(description) => onChange({ ...facts, description })}
          />
        )}
      </Field>
      <Field label={t('tags')} optional hint={t('tagsHint')}>
        {(control) => (
          <TextInput
            {...control}
            value={facts.tags}
            maxLength={500}
            placeholder={t('tagsExample')}
            onText={(tags) => onChange({ ...facts, tags })}
          />
        )}
      </Field>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={facts.enableEmbedding}
          onChange={({ target }) => onChange({ ...facts, enableEmbedding: target.checked })}
        />
        <span>{t('embed')}</span>
        <span className={styles['small']}>{t('embedNote')}</span>
      </label>
    </div>
  );
};

/** Takes files to be kept: dropped or chosen, described, tagged, uploaded. What fails stays with everything that was typed. */
export const KeepPanel = ({ maxFileSize }: { readonly maxFileSize: number }) => {
  const t = useTexts();
  const { list, busy, add, remove, keep } = useKeeping();
  const [facts, setFacts] = useState(NOTHING);
  const count = list.filter(({ file }) => isAccepted(file.name)).length;
  const upload = async (): Promise<void> => {
    if (await keep(facts)) setFacts(NOTHING);
  };
  return (
    <section className={styles['panel']} aria-label={t('uploadFiles')} data-empty={list.length === 0 || undefined}>
      <DropBox maxFileSize={maxFileSize} onFiles={add} />
      {list.length > 0 ? (
        <ul className={styles['list']} aria-label={t('toUpload')}>
          {list.map((one) => (
            <IncomingRow key={one.key} of={one} onRemove={() => remove(one.key)} />
          ))}
        </ul>
      ) : null}
      <FactsForm facts={facts} onChange={setFacts} />
      <Button
        wide
        variant="primary"
        icon={<Upload aria-hidden="true" />}
        busy={busy}
        disabled={count === 0 || busy}
        onClick={() => void upload()}
      >
        {count > 1 ? t('uploadMany', { count }) : t('upload')}
      </Button>
    </section>
  );
};
