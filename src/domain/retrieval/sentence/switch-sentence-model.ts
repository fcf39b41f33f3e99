import type { AuditLog } from '../../audit/ports.ts';
import type { ServerEventLog, UnitOfWork } from '../../kernel/ports.ts';
import { SentenceModelSetByEnvironment } from '../errors.ts';
import type { FollowSentenceModel } from './follow-sentence-model.ts';
import type { ModelFailure, SentenceModel, SentenceModelStore } from './ports.ts';

export interface SentenceModelState {
  readonly name: string;
  readonly downloadBytes: number;
  readonly decided: SentenceModel['decided'];
  /** Nothing has to be fetched. */
  readonly isInstalled: boolean;
  readonly phase: 'off' | 'waiting' | 'downloading' | 'loading' | 'ready' | 'failed';
  readonly received: number;
  readonly total: number;
  readonly failure: ModelFailure | null;
}

/** Switches the sentence model on, which fetches it once, and off. */
export class SwitchSentenceModel {
  constructor(
    private readonly model: SentenceModel,
    private readonly store: SentenceModelStore,
    private readonly follow: FollowSentenceModel,
    private readonly events: ServerEventLog,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async state(): Promise<SentenceModelState> {
    const { model, store } = this;
    const { name, downloadBytes, decided } = model;
    const isInstalled = model.isInstalled();
    const state = { name, downloadBytes, decided, isInstalled, received: 0, total: downloadBytes, failure: null };
    const isEnabled = decided === undefined ? await store.isEnabled() : decided === 'on';
    if (!isEnabled) return { ...state, phase: 'off' };
    if (isInstalled) {
      const status = model.status();
      if (status.phase === 'failed') return { ...state, phase: 'failed', failure: status.failure };
      return { ...state, phase: status.phase === 'ready' ? 'ready' : 'loading' };
    }
    const download = await store.findDownload(name);
    if (!download) return { ...state, phase: 'waiting' };
    const { received, total, failure } = download;
    return { ...state, phase: failure === null ? 'downloading' : 'failed', received, total, failure };
  }

  /** A download that failed is tried again. Throws `SentenceModelSetByEnvironment`. */
  async execute(isEnabled: boolean, uid: string): Promise<void> {
    const { model, store, follow, events, work, audit } = this;
    if (model.decided !== undefined) throw new SentenceModelSetByEnvironment();
    if ((await store.findDownload(model.name))?.failure) await store.saveDownload(model.name, undefined);
    await work.run(async () => {
      await store.setEnabled(isEnabled);
      await audit.record({ action: 'sentence-model.switch', details: { model: model.name, on: isEnabled } });
    });
    const detail = `Sentence model ${model.name}: switched ${isEnabled ? 'on' : 'off'}`;
    events.add({ kind: 'admin change', level: 'info', uid, detail });
    await follow.update();
  }
}
