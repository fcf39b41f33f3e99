import { InvalidInput } from '../kernel/domain-error.ts';
import type { Settings } from '../kernel/ports.ts';
import { sanitizeFileName } from './file-name.ts';
import { FileNotFound, FileRefused, FileTooLarge, VisionDisabled } from './errors.ts';
import type { BlobReferences } from './blob-references.ts';
import type { ContentHash } from './ports/blobs.ts';
import type { FileRepository } from './ports/file-repository.ts';
import type { ImageProcessor, ImageDescriber, VisionAllowance } from './ports/images.ts';
import type { StorageLimits, VisionConfig } from './ports/settings.ts';
import type { TextRecognizer } from './scans/ports.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { requireVerified } from './file-permissions.ts';
import { getMaxFileBytes } from './storage-limits.ts';
import { FILE_FAILURES } from '../../shared/file-failures.ts';

export interface DescribeImageInput {
  readonly requester: UserRequester;
  /** Undefined when `fileId` is given. */
  readonly bytes: Uint8Array | undefined;
  readonly fileName: string;
  readonly fileId: string | undefined;
}

export interface DescribeDeps {
  readonly files: FileRepository;
  readonly bytes: BlobReferences;
  readonly storage: Settings<StorageLimits>;
  readonly settings: Settings<VisionConfig>;
  readonly allowance: VisionAllowance;
  readonly vision: ImageDescriber;
  readonly images: ImageProcessor;
  readonly recognizer: TextRecognizer;
  readonly hash: ContentHash;
}

interface SourceImage {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly name: string;
}

interface Description {
  readonly description: string;
  readonly cost: 'charged' | 'refunded';
}

/** So that nobody takes the text of an image for a description of it. */
const RECOGNIZED_PREFIX = 'No model has looked at this image. The text that was recognised in it:';

/** Describes an image and stores the description with the user's files of the same content. */
export class DescribeImage {
  constructor(private readonly deps: DescribeDeps) {}

  /** Checked before the body is read. Throws `EmailVerificationRequired`, `VisionDisabled`. */
  async getMaxImageBytes(requester: UserRequester): Promise<number> {
    requireVerified(requester);
    if (!(await this.canSee()) && !this.deps.recognizer.available) throw new VisionDisabled();
    return getMaxFileBytes(await this.deps.storage.current(), requester.tier);
  }

  /**
   * Returns a stored description of the same bytes without charging; for an upload this needs an available reservation,
   * because it must be decoded first. Throws also `FileNotFound`, `FileRefused`, `FileTooLarge`, `DocumentReaderBusy`,
   * `VisionLimitReached` and `ModelError`; failures are refunded.
   */
  async execute({ requester, bytes, fileName, fileId }: DescribeImageInput, signal: AbortSignal): Promise<string> {
    const limit = await this.getMaxImageBytes(requester);
    if (bytes === undefined) {
      const stored = await this.loadStoredImage(requester, fileId);
      return (
        (await this.known(requester, stored)) ??
        this.withReservation(requester, () => this.look(requester, stored, signal))
      );
    }
    const name = sanitizeFileName(fileName);
    if (bytes.length > limit) throw new FileTooLarge(limit, 'imageData');
    if (bytes.length === 0) throw new FileRefused(name, FILE_FAILURES.empty, 'imageData');
    return this.withReservation(requester, async () => {
      const uploaded = await this.cleanUpload(requester, bytes, name, signal);
      const known = await this.known(requester, uploaded);
      return known === undefined ? this.look(requester, uploaded, signal) : { description: known, cost: 'refunded' };
    });
  }

  /** Reserves before any work is done. */
  private async withReservation(requester: UserRequester, work: () => Promise<Description>): Promise<string> {
    const { allowance } = this.deps;
    const reservation = await allowance.reserve(requester);
    const look = await work().catch(async (error: unknown) => {
      await allowance.settle(reservation, 'refunded');
      throw error;
    });
    await allowance.settle(reservation, look.cost);
    return look.description;
  }

  private known(requester: UserRequester, source: SourceImage): Promise<string | undefined> {
    return this.deps.files.findDescription(requester.uid, source.hash);
  }

  private async canSee(): Promise<boolean> {
    const { enabled, model } = await this.deps.settings.current();
    return enabled && this.deps.vision.sees(model);
  }

  private async look(requester: UserRequester, source: SourceImage, signal: AbortSignal): Promise<Description> {
    const { files, images, settings, vision } = this.deps;
    if (!(await this.canSee())) return this.recognize(requester, source, signal);
    const image = await images.resizeForModel({ ownerId: requester.uid, bytes: source.bytes }, signal);
    if (!image) throw damagedImage(source.name);
    const { model } = await settings.current();
    const description = await vision.describe({ requester, model, image }, signal);
    await files.saveDescription(requester.uid, source.hash, description);
    return { description, cost: 'charged' };
  }

  /**
   * Without a model that sees, the text in the image is read, which costs as much. Throws
   * `VisionDisabled` when there is none.
   */
  private async recognize(requester: UserRequester, source: SourceImage, signal: AbortSignal): Promise<Description> {
    const { files, images, recognizer } = this.deps;
    const ownerId = requester.uid;
    const image = await images.prepareForRecognition({ ownerId, bytes: source.bytes }, signal);
    if (!image) throw damagedImage(source.name);
    const text = await recognizer.recognize({ ownerId, bytes: image.bytes }, signal);
    if (text === '') throw new VisionDisabled();
    const description = `${RECOGNIZED_PREFIX}\n\n${text}`;
    await files.saveDescription(ownerId, source.hash, description);
    return { description, cost: 'charged' };
  }

  private async loadStoredImage(requester: UserRequester, fileId: string | undefined): Promise<SourceImage> {
    if (fileId === undefined) throw new InvalidInput('imageData is needed, or the fileId of an own image', 'imageData');
    const file = await this.deps.files.find(requester.uid, fileId);
    if (!file) throw new FileNotFound();
    if (file.kind !== 'image') throw new FileRefused(file.name, FILE_FAILURES.noImage, 'fileId');
    const bytes = await this.deps.bytes.get(file.hash);
    if (!bytes) throw new FileNotFound();
    return { bytes, hash: file.hash, name: file.name };
  }

  /** Re-encoded like an uploaded file, so that the same image has the same hash. */
  private async cleanUpload(
    requester: UserRequester,
    bytes: Uint8Array,
    name: string,
    signal: AbortSignal,
  ): Promise<SourceImage> {
    const { images, hash } = this.deps;
    const image = await images.sanitize({ ownerId: requester.uid, bytes }, signal);
    if (!image) throw damagedImage(name);
    return { bytes: image.bytes, hash: hash.compute(image.bytes), name };
  }
}

const damagedImage = (name: string): FileRefused => new FileRefused(name, FILE_FAILURES.imageUnreadable, 'imageData');
