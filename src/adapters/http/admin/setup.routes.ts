import * as contract from '../../../contract/setup.ts';
import { ChoosePurpose } from '../../../domain/admin/setup/choose-purpose.ts';
import { ConnectModelServer } from '../../../domain/admin/setup/connect-model-server.ts';
import { GetSetup } from '../../../domain/admin/setup/get-setup.ts';
import { SendTestMail } from '../../../domain/admin/setup/send-test-mail.ts';
import { CompleteSetupStep } from '../../../domain/admin/setup/setup-progress.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';

export const setupHandlers = {
  getSetup: GetSetup,
  choosePurpose: ChoosePurpose,
  connectModelServer: ConnectModelServer,
  sendTestMail: SendTestMail,
  completeSetupStep: CompleteSetupStep,
};

export type SetupHandlers = Handlers<typeof setupHandlers>;

const adminOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

/** The owner's guide. */
export const setupRoutes = (mount: Mount, handlers: SetupHandlers): void => {
  const { getSetup, choosePurpose, connectModelServer, sendTestMail, completeSetupStep } = handlers;
  const present = async () => ({ ...SUCCESS, setup: await getSetup.execute() });
  mount(contract.getSetup, () => getSetup.execute());
  mount(contract.choosePurpose, async ({ principal, body }) => {
    await choosePurpose.execute(body, adminOf(principal));
    return present();
  });
  mount(contract.testModelServer, async ({ body: { apiKey, ...server } }) => {
    const models = await connectModelServer.test({ ...server, apiKey });
    return { models: models.map(({ id, displayName }) => ({ id, displayName })) };
  });
  mount(contract.connectModelServer, async ({ principal, body: { apiKey, ...server } }) => {
    await connectModelServer.execute({ ...server, apiKey }, adminOf(principal));
    return present();
  });
  mount(contract.disconnectModelServer, async ({ principal }) => {
    await connectModelServer.disconnect(adminOf(principal));
    return present();
  });
  mount(contract.sendTestMail, ({ principal }) => sendTestMail.execute(principal.user));
  mount(contract.skipSetupStep, async ({ body: { step } }) => {
    await completeSetupStep.execute(step);
    return present();
  });
};
