import type { SetupStep } from '../../../shared/purposes.ts';
import type { SetupProgressStore } from './ports.ts';

/** Remembers that a step of the guide was done or skipped. */
export class CompleteSetupStep {
  constructor(private readonly store: SetupProgressStore) {}

  async execute(step: SetupStep): Promise<void> {
    const progress = await this.store.find();
    if (!progress.steps.includes(step)) await this.store.save({ ...progress, steps: [...progress.steps, step] });
  }
}
