import { groupOf } from '../../../shared/file-owner.ts';
import type { Settings } from '../../kernel/ports.ts';
import type { ImageDescriber, ImageProcessor, VisionAllowance } from '../ports/images.ts';
import type { VisionConfig } from '../ports/settings.ts';
import type { PageImage, Scan, TextRecognizer } from './ports.ts';

export interface ReadPageDeps {
  readonly settings: Settings<VisionConfig>;
  readonly allowance: VisionAllowance;
  readonly vision: ImageDescriber;
  readonly images: ImageProcessor;
  readonly recognizer: TextRecognizer;
  readonly failed: (what: string, error: unknown) => void;
}

/** Reads the text of one page's picture: by the vision model while it may be used, else by OCR. */
export class ReadPage {
  constructor(private readonly deps: ReadPageDeps) {}

  /** Empty when no text is found. Throws `FileUnreadable`, `DocumentReaderBusy`, and the signal's reason. */
  async execute(owner: Pick<Scan, 'ownerId' | 'tier'>, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
    const image = { ownerId: owner.ownerId, bytes };
    return (await this.transcribe(owner, image, signal)) ?? this.recognize(image, signal);
  }

  /** Undefined when the vision model is off, used up, or fails; a failure is refunded. No account pays for a group. */
  private async transcribe(
    { ownerId, tier }: Pick<Scan, 'ownerId' | 'tier'>,
    image: PageImage,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { settings, allowance, vision, images } = this.deps;
    const { enabled, model } = await settings.current();
    if (!enabled || !vision.sees(model) || groupOf(ownerId) !== undefined) return undefined;
    const requester = { kind: 'user', uid: ownerId, tier, isAdmin: false, verified: true } as const;
    const reservation = await allowance.reserve(requester).catch(() => undefined);
    if (reservation === undefined) return undefined;
    try {
      const resized = await images.resizeForModel(image, signal);
      const text = resized && (await vision.transcribe({ requester, model, image: resized }, signal));
      await allowance.settle(reservation, text === undefined ? 'refunded' : 'charged');
      return text;
    } catch (error) {
      await allowance.settle(reservation, 'refunded');
      signal.throwIfAborted();
      this.deps.failed('reading a scanned page by the vision model', error);
      return undefined;
    }
  }

  private async recognize(image: PageImage, signal: AbortSignal): Promise<string> {
    const { images, recognizer } = this.deps;
    if (!recognizer.available) return '';
    const prepared = await images.prepareForRecognition(image, signal);
    return prepared ? recognizer.recognize({ ...image, bytes: prepared.bytes }, signal) : '';
  }
}
