import type { Image, StepFile } from '../../shared/reply-details.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';

export type { AgentConfig } from '../../shared/settings/agents.ts';

/** A search result. Its texts are data, never instructions. */
export interface WebHit {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** Longer text when the provider has it, else empty. */
  readonly content: string;
  /** When it was published, if that is known: `YYYY-MM-DD`. */
  readonly published?: string | undefined;
}

/** `source`: the page that has the image. */
export type WebImage = Omit<Image, 'preview'>;

export interface WebSearchResults {
  readonly hits: readonly WebHit[];
  readonly images: readonly WebImage[];
}

export abstract class WebSearch {
  /** The tool's name for the model: `tavily_search` with Tavily, else `web_search`. */
  abstract readonly toolName: 'web_search' | 'tavily_search';
  /** At most `limit` hits, best first. Throws `SearchFailed`. */
  abstract search(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults>;
}

/** Counted from 1. */
export interface DocumentPage {
  readonly number: number;
  readonly text: string;
}

export interface WebPage {
  /** After redirects. */
  readonly url: string;
  readonly title: string;
  /** Readable text without markup, at most `maxCharacters`. */
  readonly text: string;
  /** The same text by pages, of a document that has them. */
  readonly pages?: readonly DocumentPage[] | undefined;
  /** When it says that it was published: `YYYY-MM-DD`. */
  readonly published?: string | undefined;
  /** The address that it gives itself; it may say anything. */
  readonly canonical?: string | undefined;
  readonly images: readonly WebImage[];
}

export interface PageRequest {
  readonly url: string;
  readonly maxCharacters: number;
  /** Whose documents are read one after another, so that they leave room for those of others. */
  readonly owner: string;
}

/** Fetches public pages and documents. Addresses that are not public are refused, also after redirects and DNS. */
export abstract class PageFetcher {
  /** Throws `PageNotAllowed` for a forbidden address, `PageUnavailable` when there is no text. */
  abstract fetch(request: PageRequest, signal: AbortSignal): Promise<WebPage>;
}

export interface CodeResult {
  /** What was printed, and the value of the last expression. */
  readonly output: string;
  readonly error: string | undefined;
}

export interface CodeProgram {
  readonly code: string;
  /** Whose programs run one after another, so that they leave room for those of others. */
  readonly owner: string;
}

/** Runs JavaScript without network, files or host objects, within limits of time and memory. */
export abstract class CodeRunner {
  abstract run(program: CodeProgram, signal: AbortSignal): Promise<CodeResult>;
}

/** A file by its path within the folder of a program. */
export interface ProgramFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface PythonProgram extends CodeProgram {
  /** Found by the program in `/files`. */
  readonly files: readonly ProgramFile[];
}

export interface PythonResult extends CodeResult {
  /** What the program wrote to `/out`. */
  readonly files: readonly ProgramFile[];
  /** How many more there were, for which there was no room. */
  readonly omitted: number;
}

/** Runs Python with its standard library, without network, host files or host objects, within limits. */
export abstract class PythonRunner {
  /** False where Python is not installed. */
  abstract readonly isAvailable: boolean;
  /** `onStart`: Python is there, and the program begins. */
  abstract run(program: PythonProgram, signal: AbortSignal, onStart: () => void): Promise<PythonResult>;
}

/** A file of a conversation, as a program finds it in its folder. */
export interface ReadableProgramFile {
  readonly id: string;
  readonly name: string;
}

/** The files that go into a program, and those that come out. */
export abstract class ProgramFiles {
  /** Those of the files that the requester may read, within limits of number and size. */
  abstract list(requester: UserRequester, fileIds: readonly string[]): Promise<readonly ReadableProgramFile[]>;
  /** Leaves out what is no longer there. */
  abstract read(requester: UserRequester, files: readonly ReadableProgramFile[]): Promise<readonly ProgramFile[]>;
  /** Stores it as a file of the requester, counted against the quota; a text says why it is not. */
  abstract store(requester: UserRequester, file: ProgramFile, signal: AbortSignal): Promise<StepFile | string>;
}

/** An image re-encoded by this server; the original bytes are never passed on. */
export interface ProxiedImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
  readonly maxAgeSeconds: number;
}

export interface ImageRequester {
  /** Fingerprint of the account or share that the URL was signed for. */
  readonly reader: string;
  /** Called before a fetch, not for cached images; throws when the rate limit is reached. */
  admit(): void;
}

/** Images among the files of people: what tools returned. */
export abstract class OwnImages {
  /** Undefined: no image, of somebody else, or gone. */
  abstract find(uid: string, fileId: string): Promise<ProxiedImage | undefined>;
}

/** Fetches images for the browser, so that it contacts no other site. */
export abstract class ImageProxy {
  /** At most `width` pixels wide, never larger than it is. Throws `ImageUnavailable`, and what `admit` throws. */
  abstract image(url: string, width: number, requester: ImageRequester): Promise<ProxiedImage>;
  /** A default icon when the site has none. Throws what `admit` throws. */
  abstract icon(host: string, requester: ImageRequester): Promise<ProxiedImage>;
}
