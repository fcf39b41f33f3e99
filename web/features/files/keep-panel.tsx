import { Upload, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';

import { sizeText } from '../../lib/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ACCEPT, isAccepted } from './accepted.ts';
import { FileSign } from './file-sign.tsx';
import styles from './keep-panel.module.css';
import { useKeeping, type Incoming, type KeepingFacts } from './use-keeping.ts';

const NOTHING: KeepingFacts = { description: '', tags: '', enableEmbedding: true };

const DropBox = ({ maxFileSize, onFiles }: { readonly maxFileSize: number; readonly onFiles: (files: readonly File[]) => void }) => {
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
    <div className={cx(styles['drop'], over && styles['over'])} data-testid="file-drop" onDragOver={onOver} onDragLeave={() => setOver(false)} onDrop={onDrop}>
      <Upload aria-hidden="true" />
      <p>Drop files here or <button type="button" className={styles['browse']} onClick={() => input.current?.click()}>browse</button></p>
      {maxFileSize > 0 ? <p className={styles['small']}>{`Up to ${sizeText(maxFileSize)} each`}</p> : null}
      <input ref={input} type="file" multiple hidden accept={ACCEPT} aria-label="Files to keep" tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...target.files ?? []]);
          target.value = '';
        }} />
    </div>
  );
};

const stateText = ({ file, progress, error }: Incoming): string => {
  if (error !== null) return error;
  if (progress === null) return sizeText(file.size);
  return progress < 1 ? `Uploading ${Math.round(progress * 100)}%` : 'Checking the file…';
};

const IncomingRow = ({ of, onRemove }: { readonly of: Incoming; readonly onRemove: () => void }) => (
  <li className={styles['incoming']}>
    <FileSign file={of.file} />
    <span className={styles['words']}>
      <span className={styles['name']} dir="auto" title={of.file.name}>{of.file.name}</span>
      <span className={cx(styles['small'], of.error !== null && styles['failed'])} role={of.error === null ? undefined : 'alert'}>{stateText(of)}</span>
    </span>
    {of.progress === null ? <IconButton size="s" tooltip="none" label={`Remove ${of.file.name}`} icon={<X />} onClick={onRemove} /> : null}
  </li>
);

interface FactsFormProps {
  readonly facts: KeepingFacts;
  readonly onChange: (facts: KeepingFacts) => void;
}

const FactsForm = ({ facts, onChange }: FactsFormProps) => (
  <div className={styles['facts']}>
    <Field label="Description" optional>
      {(control) => <TextInput {...control} value={facts.description} maxLength={500} onText={(description) => onChange({ ...facts, description })} />}
    </Field>
    <Field label="Tags" optional hint="Separated by commas">
      {(control) => <TextInput {...control} value={facts.tags} maxLength={500} placeholder="work, contracts" onText={(tags) => onChange({ ...facts, tags })} />}
    </Field>
    <label className={styles['check']}>
      <input type="checkbox" checked={facts.enableEmbedding} onChange={({ target }) => onChange({ ...facts, enableEmbedding: target.checked })} />
      <span>Enable AI embeddings</span>
      <span className={styles['small']}>Lets answers find and quote the passages that matter.</span>
    </label>
  </div>
);

/** Takes files to be kept: dropped or chosen, described, tagged, uploaded. What fails stays with everything that was typed. */
export const KeepPanel = ({ maxFileSize }: { readonly maxFileSize: number }) => {
  const { list, busy, add, remove, keep } = useKeeping();
  const [facts, setFacts] = useState(NOTHING);
  const count = list.filter(({ file }) => isAccepted(file.name)).length;
  const upload = async (): Promise<void> => { if (await keep(facts)) setFacts(NOTHING); };
  return (
    <section className={styles['panel']} aria-label="Upload files" data-empty={list.length === 0 || undefined}>
      <DropBox maxFileSize={maxFileSize} onFiles={add} />
      {list.length > 0
        ? <ul className={styles['list']} aria-label="Files to upload">{list.map((one) => <IncomingRow key={one.key} of={one} onRemove={() => remove(one.key)} />)}</ul>
        : null}
      <FactsForm facts={facts} onChange={setFacts} />
      <Button wide variant="primary" icon={<Upload aria-hidden="true" />} busy={busy} disabled={count === 0 || busy} onClick={() => void upload()}>
        {count > 1 ? `Upload ${count} files` : 'Upload'}
      </Button>
    </section>
  );
};
