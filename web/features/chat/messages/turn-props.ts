import type { ReactNode } from 'react';

import type { RelatedQuestion } from '../../../../src/contract/common.ts';
import type { Step } from '../../../../src/shared/reply-details.ts';
import type { TurnNote } from '../../../state/local-turns.ts';
import type { ReplyStore } from '../engine/reply-store.ts';
import type { ShownCode } from '../../../ui/markdown/code-card-context.ts';
import type { Turn } from '../conversation/message-tree.ts';
import type { RenderTool } from './timeline.tsx';

/** The questions that a running reply has for the person, answered ones included. */
export interface ReplyQuestions {
  readonly replyId: string;
  readonly steps: readonly Step[];
}

/** Edited questions that are not sent yet, by message id; an empty text is none. */
export interface EditDrafts {
  readonly read: (messageId: string) => string;
  readonly write: (messageId: string, text: string) => void;
}

/** What a person can do with turns; an action that is not given is not offered. */
export interface TurnActions {
  /** Retries after a failure. */
  readonly onRetry?: ((messageId: string) => void) | undefined;
  /** Requests another version of a reply. */
  readonly onRegenerate?: ((messageId: string) => void) | undefined;
  /** Sends an edited question; returns false to leave the editor open. */
  readonly onEdit?: ((messageId: string, text: string) => boolean) | undefined;
  /**
   * Where edited texts are kept, so that an editor is open again when its turn is drawn anew. Keep the object the same.
   */
  readonly editDrafts?: EditDrafts | undefined;
  /** The editor of a question opened or closed. */
  readonly onEditing?: ((messageId: string, isEditing: boolean) => void) | undefined;
  /** Shows the version `step` places on: -1 or 1. */
  readonly onSelectVersion?: ((messageId: string, step: number) => void) | undefined;
  /** Requests the rest of the last reply, which was stopped or cut. */
  readonly onContinue?: (() => void) | undefined;
  /** Shows the plans; given where there is a higher one to have. */
  readonly onPlans?: (() => void) | undefined;
  readonly onOpenDocument?: ((messageId: string) => void) | undefined;
  /** Sends a related question in the same mode. */
  readonly onAsk?: ((text: string) => void) | undefined;
  /** Stops an answer, or what follows it. */
  readonly onStopReply?: ((messageId: string) => void) | undefined;
  /** Explains which passages of files a reply was given, by its reply id. */
  readonly onExplain?: ((replyId: string) => void) | undefined;
  /** Draws the files of a question, and those that an answer made. Keep the function the same. */
  readonly renderFiles?: ((fileIds: readonly string[]) => ReactNode) | undefined;
  /** Draws what else can be done with the text of a question. Keep the function the same. */
  readonly renderMore?: ((text: string) => ReactNode) | undefined;
  /** Draws calls of connected tools. Keep the function the same. */
  readonly renderTool?: RenderTool | undefined;
  /** Draws what a running reply waits for. Keep the function the same. */
  readonly renderQuestions?: ((questions: ReplyQuestions) => ReactNode) | undefined;
  /** Draws a block of code of an answer as something else, or as the plain one. Keep the function the same. */
  readonly renderCode?: ((messageId: string, shown: ShownCode, plain: ReactNode) => ReactNode) | undefined;
}

export interface TurnViewProps {
  readonly turn: Turn;
  /** The reply of this turn, as long as there is anything to come of it. */
  readonly live: ReplyStore | null;
  /** Why the turn failed, when this page knows better than the stored code. */
  readonly note: TurnNote | undefined;
  /** Questions that lead on from this turn; only for the last one. */
  readonly related: readonly RelatedQuestion[];
  readonly isLast: boolean;
  /** A reply is being written somewhere in the conversation: nothing else can be asked. */
  readonly busy: boolean;
  readonly actions: TurnActions;
}
