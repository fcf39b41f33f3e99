import { FileList, type ListedFile } from '../domain/account-data/ports.ts';
import type { OwnFiles } from '../domain/people/ports.ts';

/** Nobody has files as long as this server keeps none. */
export class NoFiles extends FileList implements OwnFiles {
  async *of(): AsyncGenerator<readonly ListedFile[], void> {}

  async removeAll(): Promise<void> {}
}
