import {
  PagePictures,
  type RecognizedPage,
  type Scan,
  type ScanClaim,
  Scans,
  type ScanState,
  TextRecognizer,
} from '../../src/domain/files/scans/ports.ts';
import { Rows } from './kernel.ts';

interface ScanRow extends ScanClaim, ScanState {
  readonly dueAt: number;
  readonly holder: string | null;
}

export class InMemoryScans extends Scans {
  readonly rows = new Rows<ScanRow>();
  private readonly pages = new Map<string, Map<number, string>>();

  async enqueue(scan: Scan, now: number): Promise<void> {
    const known = this.rows.get(scan.fileId);
    if (known && (known.status === 'waiting' || known.status === 'running')) return;
    this.rows.set(scan.fileId, { ...scan, status: 'waiting', page: 0, attempts: 0, dueAt: now, holder: null });
  }

  async claim({ holder, now, until }: { holder: string; now: number; until: number }): Promise<ScanClaim | undefined> {
    const all = this.rows.all();
    const busy = all.filter(({ status, dueAt }) => status === 'running' && dueAt > now).map(({ ownerId }) => ownerId);
    const [scan] = all
      .filter(({ status, dueAt }) => (status === 'waiting' || status === 'running') && dueAt <= now)
      .filter(({ ownerId }) => !busy.includes(ownerId))
      .sort((a, b) => a.dueAt - b.dueAt);
    if (!scan) return undefined;
    const { fileId, ownerId, tier, pages } = scan;
    const attempts = scan.attempts + 1;
    this.rows.set(fileId, { ...scan, status: 'running', holder, dueAt: until, attempts });
    return { fileId, ownerId, tier, pages, attempts };
  }

  async progress(fileId: string, holder: string, { page, until }: { page: number; until: number }): Promise<boolean> {
    return this.change(fileId, holder, { page, dueAt: until });
  }

  async savePage(fileId: string, { page, text }: RecognizedPage): Promise<void> {
    const pages = this.pages.get(fileId) ?? new Map<number, string>();
    this.pages.set(fileId, pages.set(page, text));
  }

  async listPages(ownerId: string, fileId: string): Promise<readonly RecognizedPage[]> {
    if (this.rows.get(fileId)?.ownerId !== ownerId) return [];
    return [...(this.pages.get(fileId) ?? [])].map(([page, text]) => ({ page, text })).sort((a, b) => a.page - b.page);
  }

  async reschedule(
    fileId: string,
    holder: string,
    { dueAt, forget }: { dueAt: number; forget: boolean },
  ): Promise<void> {
    this.change(fileId, holder, { status: 'waiting', holder: null, dueAt, ...(forget ? { attempts: 0 } : {}) });
  }

  async finish(fileId: string, holder: string, status: 'done' | 'failed'): Promise<boolean> {
    return this.change(fileId, holder, { status, holder: null });
  }

  async find(ownerId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, ScanState>> {
    const found = this.rows.all().filter((row) => row.ownerId === ownerId && fileIds.includes(row.fileId));
    return new Map(found.map(({ fileId, status, page, pages }) => [fileId, { status, page, pages }]));
  }

  /** As the database does with the file's row. */
  remove(fileId: string): void {
    this.rows.delete(fileId);
    this.pages.delete(fileId);
  }

  private change(fileId: string, holder: string, patch: Partial<ScanRow>): boolean {
    const row = this.rows.get(fileId);
    if (row?.status !== 'running' || row.holder !== holder) return false;
    this.rows.set(fileId, { ...row, ...patch });
    return true;
  }
}

/** Recognises the bytes of an image as its text, unless a test says otherwise. */
export class ScriptedRecognizer extends TextRecognizer {
  available = true;
  rests = 0;
  readonly texts: (string | Error)[] = [];

  recognize: TextRecognizer['recognize'] = async ({ bytes }) => {
    const next = this.texts.shift() ?? Buffer.from(bytes).toString();
    if (next instanceof Error) throw next;
    return next;
  };

  async rest(): Promise<void> {
    this.rests += 1;
  }
}

/** The picture of a page is its number in words, unless a test says otherwise. */
export class ScriptedPictures extends PagePictures {
  readonly drawn: number[] = [];
  readonly pictures = new Map<number, Error | undefined>();

  draw: PagePictures['draw'] = async (_file, page) => {
    this.drawn.push(page);
    const scripted = this.pictures.get(page);
    if (scripted) throw scripted;
    return this.pictures.has(page) ? undefined : Buffer.from(`words of page ${page}`);
  };
}
