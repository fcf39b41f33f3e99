import {
  chunk,
  DONE,
  type ScriptedResponse,
  type RecordedRequest,
  type SseConnection,
} from '../vendors/openai-server.ts';

/** A reply of the fake provider that the test plays piece by piece. */
export class Speaker {
  readonly plan: ScriptedResponse;
  /** Resolves when the product has asked. */
  readonly asked: Promise<RecordedRequest>;
  private wire: SseConnection | undefined;

  constructor() {
    let heard: (request: RecordedRequest) => void = () => undefined;
    this.asked = new Promise((resolve) => (heard = resolve));
    this.plan = (wire, request) => {
      this.wire = wire;
      wire.open();
      heard(request);
      return wire.closed;
    };
  }

  async say(...pieces: readonly string[]): Promise<void> {
    await this.asked;
    for (const content of pieces) await this.wire?.sendEvent(chunk({ content }));
  }

  async end(): Promise<void> {
    await this.say('');
    await this.wire?.sendEvent(chunk({}, 'stop'));
    await this.wire?.sendBytes(DONE);
    this.wire?.end();
  }

  async cut(): Promise<void> {
    await this.asked;
    this.wire?.destroy();
  }
}
