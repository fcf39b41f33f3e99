/** What a person writes. */
export interface PromptContent {
  /** Without its slash. */
  readonly command: string;
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
  /** With placeholders in double braces. */
  readonly text: string;
}

export interface Prompt extends PromptContent {
  readonly id: string;
  /** Null: admins publish it to everybody. */
  readonly ownerUid: string | null;
  /** Grows with every change, from 1. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** How much a library has: that of a person, or the published one. */
export interface LibrarySize {
  readonly prompts: number;
  /** Of all texts, in UTF-16 code units. */
  readonly length: number;
}

/** `ownerUid` names the library: a person's, or with null what is published. */
export abstract class PromptStore {
  /** By title. */
  abstract list(ownerUid: string | null): Promise<readonly Prompt[]>;
  /** Until the end of the transaction nobody else adds to a person's library. */
  abstract measure(ownerUid: string | null): Promise<LibrarySize>;
  /** Locks it until the end of the transaction. Undefined: not in this library. */
  abstract lock(ownerUid: string | null, id: string): Promise<Prompt | undefined>;
  /** Throws `CommandTaken`, whatever the case of the letters. */
  abstract add(prompt: Prompt): Promise<void>;
  /** Throws `CommandTaken`. */
  abstract update(prompt: Prompt): Promise<void>;
  abstract remove(id: string): Promise<void>;
}

export type PromptSkip = 'present' | 'noRoom' | 'noText' | 'promptTooLong';

export interface PromptImportResult {
  readonly imported: number;
  readonly skipped: readonly { readonly title: string; readonly key: PromptSkip }[];
}

/** Adds prompts of an export to a person's library. */
export abstract class PromptImport {
  /** The same again changes nothing: one with equal title and text is there already. */
  abstract import(uid: string, prompts: readonly PromptContent[]): Promise<PromptImportResult>;
}
