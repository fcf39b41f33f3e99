import type { UserRequester } from '../../chat/replies/ports/requesters.ts';
import type { Tier } from '../../../shared/tiers.ts';

/** A re-encoded image without metadata. */
export interface SanitizedImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** Re-encodes images, with limited parallelism. */
export abstract class ImageProcessor {
  /**
   * Preserves the format; an animation becomes its first frame. Undefined when it is damaged, too large or no image.
   * Throws `DocumentReaderBusy`, and the signal's reason while queued; one image per owner is decoded at a time.
   */
  abstract sanitize(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
  /** Resizes for a vision model. Undefined like `sanitize`. */
  abstract resizeForModel(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
  /** Makes it grey and large enough for letters to be recognised. Undefined like `sanitize`. */
  abstract prepareForRecognition(image: OwnedImage, signal: AbortSignal): Promise<SanitizedImage | undefined>;
}

/** Unverified bytes of an image. */
export interface OwnedImage {
  readonly ownerId: string;
  readonly bytes: Uint8Array;
}

/** Limits image descriptions per day and month. */
export abstract class VisionAllowance {
  /**
   * Takes one from both counters or none; returns the reservation. Not counted with the override `unlimited`. Throws
   * `VisionLimitReached`.
   */
  abstract reserve(person: {
    readonly uid: string;
    readonly tier: Tier;
    readonly override?: string | undefined;
  }): Promise<string>;
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

export interface VisionRequest {
  readonly requester: UserRequester;
  readonly model: string;
  readonly image: SanitizedImage;
}

/** Describes images, and reads scanned pages, with a vision model. */
export abstract class ImageDescriber {
  /** False for the demo model, which takes images and sees nothing. */
  abstract sees(model: string): boolean;
  /** Throws `ModelError`. */
  abstract describe(input: VisionRequest, signal: AbortSignal): Promise<string>;
  /** The text of a page, word for word; empty when there is none. Throws `ModelError`. */
  abstract transcribe(input: VisionRequest, signal: AbortSignal): Promise<string>;
}
