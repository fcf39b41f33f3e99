import {
  AdoptedProviders,
  SecretBox,
  type SetupProgress,
  SetupProgressStore,
} from '../../src/domain/admin/setup/ports.ts';

/** Seals by turning a text around, under a name. */
export class ReversingSecretBox extends SecretBox {
  constructor(
    private readonly key = 'k',
    private readonly previous = key,
  ) {
    super();
  }

  seal(text: string): string {
    return `${this.key}:${[...text].toReversed().join('')}`;
  }

  open(sealed: string): string | undefined {
    const key = [this.key, this.previous].find((one) => sealed.startsWith(`${one}:`));
    return key === undefined ? undefined : [...sealed.slice(key.length + 1)].toReversed().join('');
  }

  reseal(sealed: string): string | undefined {
    const text = this.open(sealed);
    return text === undefined || sealed.startsWith(`${this.key}:`) ? text && sealed : this.seal(text);
  }
}

export class InMemorySetupProgress extends SetupProgressStore {
  private progress: SetupProgress = { purpose: null, steps: [] };

  async find(): Promise<SetupProgress> {
    return this.progress;
  }

  async save(progress: SetupProgress): Promise<void> {
    this.progress = progress;
  }
}

export class InMemoryAdoptedProviders extends AdoptedProviders {
  private labels: string | undefined;

  async find(): Promise<string | undefined> {
    return this.labels;
  }

  async save(labels: string): Promise<void> {
    this.labels = labels;
  }
}
