import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { JobLocks } from '../../domain/kernel/ports.ts';
import type { LanguageModels } from '../../domain/chat/models/ports.ts';
import type { FileContextProvider } from '../../domain/chat/replies/ports/files.ts';

/** Records spans around what it is given. Neither texts nor addresses nor ids of people get into them. */
export interface Telemetry {
  /** Runs `handle` within the span of a request. */
  request(request: IncomingMessage, response: ServerResponse, handle: () => Promise<void>): void;
  /** Names the span of the request that is handled now. */
  route(route: string, status: number): void;
  models(models: LanguageModels): LanguageModels;
  files(files: FileContextProvider): FileContextProvider;
  jobs(locks: JobLocks): JobLocks;
  /** Watches the queries of a connection. */
  queries(connection: Pick<EventEmitter, 'on'>): void;
  /** Sends what waits, for some seconds at most. */
  stop(): Promise<void>;
}
