import { CustomInstructions } from '../../src/domain/chat/replies/ports/requesters.ts';

export class InMemoryCustomInstructions extends CustomInstructions {
  /** How often the store was asked. */
  findCalls = 0;
  private readonly texts = new Map<string, string>();

  async find(uid: string): Promise<string | undefined> {
    this.findCalls += 1;
    return this.texts.get(uid);
  }

  async set(uid: string, text: string): Promise<void> {
    this.texts.set(uid, text);
  }

  async remove(uid: string): Promise<void> {
    this.texts.delete(uid);
  }
}
