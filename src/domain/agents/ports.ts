import type { Image } from '../../shared/reply-details.ts';

export type { AgentConfig } from '../../shared/settings/agents.ts';

/** One hit of a web search, as its provider tells it. Its texts are data: nothing in them is an order. */
export interface WebHit {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
  /** Longer text of the page where the provider gives it, else empty. */
  readonly content: string;
}

/** `source`: the page that shows it. */
export type WebImage = Omit<Image, 'preview'>;

export interface WebSearchResults {
  readonly hits: readonly WebHit[];
  readonly images: readonly WebImage[];
}

/** Searching the web. */
export abstract class WebSearch {
  /** What the model calls it: `tavily_search` when Tavily serves, else `web_search`. */
  abstract readonly toolName: 'web_search' | 'tavily_search';
  /** At most `limit` hits, best first. Throws `SearchFailed`. */
  abstract search(query: string, limit: number, signal: AbortSignal): Promise<WebSearchResults>;
}

export interface WebPage {
  /** Where it was found at last, after redirects. */
  readonly url: string;
  readonly title: string;
  /** Its readable text, without markup; at most `characters` of it. */
  readonly text: string;
  readonly images: readonly WebImage[];
}

/** Reading public pages. Addresses that are not public are refused, also after redirects and by DNS. */
export abstract class PageFetcher {
  /** Throws `PageNotAllowed` for an address that may not be asked, `PageUnavailable` for one that did not answer with text. */
  abstract fetch(url: string, maxCharacters: number, signal: AbortSignal): Promise<WebPage>;
}

export interface CodeResult {
  /** What was printed, and the value of the last expression. */
  readonly output: string;
  readonly error: string | undefined;
}

/** Runs JavaScript without network, files or host objects, within limits of time and memory. */
export abstract class CodeRunner {
  abstract run(code: string, signal: AbortSignal): Promise<CodeResult>;
}

/** A picture as this server made it: never the bytes that came from elsewhere. */
export interface ProxiedImage {
  readonly bytes: Uint8Array;
  readonly type: 'image/webp' | 'image/svg+xml';
  /** Seconds that a browser may keep it. */
  readonly maxAgeSeconds: number;
}

/** For whom a picture is fetched. */
export interface ImageRequester {
  /** Stands for the account or share that the picture's address was signed for. */
  readonly reader: string;
  /** Called before anything is fetched, and not for what is in memory; throws when it is too much. */
  admit(): void;
}

/** Foreign pictures, fetched by this server so that the browser asks no stranger. */
export abstract class ImageProxy {
  /** At most `width` pixels wide, never larger than it is. Throws `ImageUnavailable`, and what `admit` throws. */
  abstract image(url: string, width: number, requester: ImageRequester): Promise<ProxiedImage>;
  /** A site's icon; a globe when it has none or cannot be asked. Throws what `admit` throws. */
  abstract icon(host: string, requester: ImageRequester): Promise<ProxiedImage>;
}
