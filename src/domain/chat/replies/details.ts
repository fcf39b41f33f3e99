import type { Image, RelatedQuestion, Source } from '../conversations/chat.ts';

/** One thing that an agent did, as the timeline shows it. A later step with the same id replaces the earlier one. */
export interface Step {
  readonly id: string;
  readonly kind: 'route' | 'think' | 'search' | 'read' | 'code' | 'note';
  /** What is done, in the present tense: `Searching the web`. */
  readonly label: string;
  /** The query, the site, or nothing. */
  readonly target: string | null;
  readonly state: 'running' | 'done' | 'failed';
  /** Why it failed, in words; or what the code printed. */
  readonly output: string | null;
  /** The code that was run. */
  readonly code: string | null;
}

/** One mark `[n]` of a text: `index` counts the marks from 0, `source` is n, `passage` is what of the source carries the sentence. */
export interface CitationMark {
  readonly index: number;
  readonly source: number;
  readonly supported: boolean;
  readonly passage: string;
}

/** What was checked of a text's marks; `supported` of `checked` sentences hold. */
export interface Citations {
  readonly checked: number;
  readonly supported: number;
  readonly marks: readonly CitationMark[];
}

export interface DocumentSection {
  readonly kind: 'reasoning' | 'stepByStep' | 'toolAction' | 'answer' | 'code' | 'heading' | 'content';
  readonly title: string | null;
  /** Markdown. */
  readonly text: string;
  /** Shown folded at first. */
  readonly collapsible: boolean;
}

/** A reply set as a document; made when the reply ends. At most 5 key points and 5 summary points. */
export interface ReplyDocument {
  readonly title: string;
  /** ISO 8601. */
  readonly time: string;
  readonly sections: readonly DocumentSection[];
  readonly keyPoints: readonly string[];
  readonly academicSummary: readonly string[];
}

/** All that a reply has besides its text. */
export interface ReplyDetails {
  readonly steps: readonly Step[];
  readonly thinking: string;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  readonly citations: Citations | null;
  readonly document: ReplyDocument | null;
  readonly relatedQuestions: readonly RelatedQuestion[];
}
