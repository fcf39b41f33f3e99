import * as contract from '../../../contract/sentence-model.ts';
import {
  type SentenceModelState,
  SwitchSentenceModel,
} from '../../../domain/retrieval/sentence/switch-sentence-model.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';

export const sentenceModelHandlers = { switchSentenceModel: SwitchSentenceModel };

export type SentenceModelHandlers = Handlers<typeof sentenceModelHandlers>;

const decider = (decided: SentenceModelState['decided']) => {
  if (decided === undefined) return 'admin' as const;
  return decided === 'service' ? ('service' as const) : ('environment' as const);
};

const present = ({ decided, ...state }: SentenceModelState) => ({ ...state, decidedBy: decider(decided) });

/** The sentence model of this server. */
export const sentenceModelRoutes = (mount: Mount, { switchSentenceModel }: SentenceModelHandlers): void => {
  mount(contract.getSentenceModel, async () => present(await switchSentenceModel.state()));
  mount(contract.switchSentenceModel, async ({ principal, body: { enabled } }) => {
    await switchSentenceModel.execute(enabled, principal.user.uid);
    return { ...SUCCESS, model: present(await switchSentenceModel.state()) };
  });
};
