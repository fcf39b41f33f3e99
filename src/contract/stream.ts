import type { Image, Source } from './common.ts';
import type { Citations, Step } from './reply-details.ts';

/**
 * What a reply stream carries, after the frames are taken apart. `id` is the frame's number; a frame with id 0 begins
 * the reply anew (whatever was shown of it before is replaced).
 */
export type StreamEvent =
  | {
      readonly type: 'meta';
      readonly replyId: string;
      readonly model: string;
      readonly cached: boolean;
      readonly agentType: string | null;
      readonly maxIterations: number | null;
      readonly chatId?: string | null;
      readonly messageId?: string | null;
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'sources'; readonly sources: readonly Source[] }
  | { readonly type: 'images'; readonly images: readonly Image[] }
  /** One step of an agent's timeline; replaces an earlier one with the same id. */
  | { readonly type: 'step'; readonly step: Step }
  /** Thoughts before the answer, piece by piece. */
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'citations'; readonly citations: Citations }
  /** The text is whole, and storing it takes longer than usual; `end` follows. Its frame has no id. */
  | { readonly type: 'saving' }
  | { readonly type: 'error'; readonly error: string; readonly code?: string; readonly message?: string }
  | { readonly type: 'end'; readonly status: 'complete' | 'stopped' | 'interrupted' | 'error' };
