import type { ReactNode } from 'react';

import styles from './sample-choice.module.css';

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly sample: ReactNode;
}

interface SampleChoiceProps<Id extends string> {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A page in small: its surface, lines of text, a line in the accent. */
export const Sample = (props: { readonly 'data-sample'?: string; readonly 'data-sample-theme'?: string }) => (
  <span {...props} className={styles['sample']}>
    <span />
    <span />
    <span />
  </span>
);

/** One of a few looks, each with a picture of it. */
export const SampleChoice = <Id extends string>({ name, legend, choices, chosen, onChoose }: SampleChoiceProps<Id>) => (
  <fieldset className={styles['choices']}>
    <legend>{legend}</legend>
    {choices.map(({ id, label, sample }) => (
      <label key={id} className={styles['choice']}>
        <input
          type="radio"
          name={name}
          value={id}
          checked={id === chosen}
          className={styles['radio']}
          onChange={() => onChoose(id)}
        />
        <span aria-hidden="true" className={styles['picture']}>
          {sample}
        </span>
        <span dir="auto" className={styles['label']}>
          {label}
        </span>
      </label>
    ))}
  </fieldset>
);
