import { OwnInstructions } from '../../src/domain/chat/ports.ts';

export class InMemoryOwnInstructions extends OwnInstructions {
  /** How often the store was asked. */
  reads = 0;
  private readonly texts = new Map<string, string>();

  async find(uid: string): Promise<string | undefined> {
    this.reads += 1;
    return this.texts.get(uid);
  }

  async set(uid: string, text: string): Promise<void> {
    this.texts.set(uid, text);
  }

  async remove(uid: string): Promise<void> {
    this.texts.delete(uid);
  }
}
