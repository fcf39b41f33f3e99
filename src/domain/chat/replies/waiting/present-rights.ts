import { SubscriptionRequired } from '../../errors.ts';
import type { LanguageModels, ModelEvent, ModelRequest } from '../../models/ports.ts';
import { ReplyStopped } from '../active-reply.ts';
import type { Evidence, FileContextProvider } from '../ports/files.ts';
import type { ModelPolicy, Requesters, UserRequester } from '../ports/requesters.ts';
import { requireVerified } from '../requester.ts';
import { ModelsDecorator } from '../../models/models-decorator.ts';

export interface PresentRightsDeps {
  readonly requesters: Requesters;
  readonly policy: ModelPolicy;
  readonly fileContext: FileContextProvider;
}

/** What a call of the model after a wait needs. */
export interface WaitedCall {
  /** As it was when it asked. */
  readonly asked: UserRequester;
  /** The model that admins set for the agent, which nobody has to be allowed. */
  readonly adminsModel: string | undefined;
  /** What the prompt has of files. */
  readonly evidence: readonly Evidence[];
}

const LOST_FILES = 'The answer was to be written from files of a group that you are not in any more';
const LOST_MODEL = 'This model is not part of your account any more';

/** A reply may wait for an hour: what it does then goes by the rights that its account has then. */
export class PresentRights {
  constructor(private readonly deps: PresentRightsDeps) {}

  /** Throws `ReplyStopped`: the account was suspended or deleted. */
  async current(asked: UserRequester): Promise<UserRequester> {
    const requester = await this.deps.requesters.current(asked);
    if (!requester) throw new ReplyStopped('stopped');
    return requester;
  }

  /** Throws also `SubscriptionRequired`, `EmailVerificationRequired` and what the policy of models throws. */
  async requireModel(model: string, { asked, adminsModel, evidence }: WaitedCall): Promise<void> {
    const requester = await this.current(asked);
    requireVerified(requester);
    if (model !== adminsModel && (await this.deps.policy.choose(requester, model)) !== model)
      throw new SubscriptionRequired(LOST_MODEL);
    if (hasLostGroup(asked, requester) && !(await this.deps.fileContext.canRead(requester, evidence)))
      throw new SubscriptionRequired(LOST_FILES);
  }

  /** `metered`, where `waited` gives what has to be checked before a call; undefined: the reply has not waited. */
  guard(metered: LanguageModels, waited: () => WaitedCall | undefined): LanguageModels {
    return new GuardedModels(metered, async (model) => {
      const call = waited();
      if (call) await this.requireModel(model, call);
    });
  }
}

const hasLostGroup = (asked: UserRequester, now: UserRequester): boolean =>
  asked.rights?.groupIds.some((id) => !now.rights?.groupIds.includes(id)) === true;

class GuardedModels extends ModelsDecorator {
  constructor(
    private readonly metered: LanguageModels,
    private readonly check: (model: string) => Promise<void>,
  ) {
    super(metered);
  }

  async *reply(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    await this.check(request.model);
    yield* this.metered.reply(request, signal);
  }
}
