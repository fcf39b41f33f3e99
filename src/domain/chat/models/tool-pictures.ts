import type { VisionConfig } from '../../../shared/settings/vision.ts';
import type { Settings } from '../../kernel/ports.ts';
import { ModelError } from '../errors.ts';
import {
  DEMO_PROVIDER,
  type LanguageModels,
  type ModelEvent,
  type ModelImage,
  type ModelMessage,
  type ModelRequest,
  type StoredPictures,
} from './ports.ts';
import { ModelsDecorator } from './models-decorator.ts';

/** The newest of a request; a provider takes more, but each costs as much as a page of text. */
const MAX_PICTURES = 8;
const MAX_BYTES = 6 * 1024 * 1024;

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/** Gives pictures that tools returned to models that see; the others have the text that names them. */
export class ToolPictures {
  constructor(
    private readonly pictures: StoredPictures,
    private readonly vision: Settings<VisionConfig>,
  ) {}

  /** For one reply. Its messages name the pictures, so that they can be stored while it waits. */
  shownTo(models: LanguageModels, uid: string): LanguageModels {
    return new PicturedModels(models, {
      sees: (model) => this.sees(models, model),
      find: (fileId, signal) => this.pictures.find(uid, fileId, signal),
    });
  }

  /** As its provider lists it; where it does not say, as admins chose it for pictures. */
  private async sees(models: LanguageModels, model: string): Promise<boolean> {
    const route = models.routeOf(model);
    if (route?.seesImages !== undefined || route?.provider === DEMO_PROVIDER) return route.seesImages === true;
    const { enabled, model: chosen } = await this.vision.current();
    return enabled && chosen === model;
  }
}

interface PictureSource {
  readonly sees: (model: string) => Promise<boolean>;
  readonly find: (fileId: string, signal: AbortSignal) => Promise<ModelImage | undefined>;
}

class PicturedModels extends ModelsDecorator {
  /** Those that were read; undefined: it is gone. */
  private readonly read = new Map<string, ModelImage | undefined>();
  /** Models that refused images although they are listed as seeing. */
  private readonly blind = new Set<string>();

  constructor(
    private readonly models: LanguageModels,
    private readonly source: PictureSource,
  ) {
    super(models);
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const shown = (await this.areShown(request)) ? await this.withImages(request, signal) : request;
    if (shown === request) return yield* this.models.reply(request, signal);
    let hasStarted = false;
    try {
      for await (const event of this.models.reply(shown, signal)) {
        hasStarted = true;
        yield event;
      }
    } catch (error) {
      if (hasStarted || !(error instanceof ModelError) || !error.requestRefused) throw error;
      this.blind.add(request.model);
      yield* this.models.reply(request, signal);
    }
  }

  private async areShown({ messages, model }: ModelRequest): Promise<boolean> {
    const hasPictures = messages.some((message) => message.role === 'tool' && message.pictures);
    return hasPictures && !this.blind.has(model) && this.source.sees(model);
  }

  /** Newest first, until there are too many. */
  private async withImages(request: ModelRequest, signal: AbortSignal): Promise<ModelRequest> {
    const messages: ModelMessage[] = [];
    const room = { pictures: MAX_PICTURES, bytes: MAX_BYTES };
    for (const message of request.messages.toReversed())
      messages.push(message.role === 'tool' ? await this.withImagesOf(message, room, signal) : message);
    return { ...request, messages: messages.toReversed() };
  }

  private async withImagesOf(
    message: ToolMessage,
    room: { pictures: number; bytes: number },
    signal: AbortSignal,
  ): Promise<ToolMessage> {
    const images: ModelImage[] = [];
    for (const fileId of message.pictures ?? []) {
      const image = room.pictures > 0 ? await this.find(fileId, signal) : undefined;
      if (!image || image.bytes.length > room.bytes) continue;
      room.pictures -= 1;
      room.bytes -= image.bytes.length;
      images.push(image);
    }
    return images.length === 0 ? message : { ...message, images };
  }

  private async find(fileId: string, signal: AbortSignal): Promise<ModelImage | undefined> {
    if (!this.read.has(fileId)) this.read.set(fileId, await this.source.find(fileId, signal));
    return this.read.get(fileId);
  }
}
