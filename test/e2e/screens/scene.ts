import type { Page } from 'playwright-core';

/** A stream that tells these events, named or not, and stays open. */
export interface OpenStream {
  readonly events: readonly (readonly [string | null, unknown])[];
}

export interface ErrorAnswer {
  readonly refused: number;
  readonly error: string;
  readonly code?: string;
  /** What the body holds besides. */
  readonly more?: object;
}

/** By method and path: what the contract's reply holds, a refusal, a stream or a picture. */
export type Answers = Readonly<Record<string, unknown>>;

export type Role = 'visitor' | 'free' | 'premium' | 'admin';

/** One state of the page that a picture is kept of. */
export interface Scene {
  readonly name: string;
  readonly as: Role;
  /** What the server answers besides what it answers this role always. */
  readonly answers?: Answers;
  /** What localStorage holds besides what it holds for this role always. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** The file of the page that does not come, by the beginning of its name. */
  readonly missingChunk?: string;
  /** The address; `/` where none is given. */
  readonly at?: string;
  /** What a person does until it is there, at a desk; and then what more on a phone. */
  readonly show?: (page: Page) => Promise<unknown>;
  readonly onPhone?: (page: Page) => Promise<unknown>;
}
