import type { CallDecision, QuestionOutcome } from '../../../../shared/tools.ts';

/** A tool of a server as it was described when it was allowed. */
export interface ToolIdentity {
  readonly serverId: string;
  readonly tool: string;
  readonly digest: string;
}

/** What a reply asks its person. */
export interface NewQuestion {
  readonly id: string;
  readonly kind: 'approval' | 'form';
  readonly tool: ToolIdentity;
  /** JSON Schema of a form's fields, as JSON. */
  readonly schema: string | null;
  readonly expiresAt: number;
}

/** What a person filled in. */
export type GivenContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** `arguments`: JSON in place of those of the model. */
export interface GivenAnswer {
  readonly decision: CallDecision;
  readonly arguments?: string | undefined;
  readonly content?: GivenContent | undefined;
}

/** How a question ended; `answer` null: nobody answered. */
export interface QuestionEnd {
  readonly outcome: QuestionOutcome;
  readonly answer: GivenAnswer | null;
}

export interface ToolQuestion extends NewQuestion {
  /** Null: it is open. */
  readonly end: QuestionEnd | null;
}
