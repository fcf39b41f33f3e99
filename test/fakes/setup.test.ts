import {
  behavesLikeAdoptedProviders,
  behavesLikeConnectedModelServer,
  behavesLikeSecretBox,
  behavesLikeSetupProgress,
} from '../contracts/setup.ts';
import { InMemoryAdoptedProviders, InMemoryModelServer, InMemorySetupProgress, ReversingSecretBox } from './setup.ts';

behavesLikeConnectedModelServer('fake', async () => new InMemoryModelServer());
behavesLikeAdoptedProviders('fake', async () => new InMemoryAdoptedProviders());
behavesLikeSetupProgress('fake', async () => new InMemorySetupProgress());
behavesLikeSecretBox('fake', (key, previous) => new ReversingSecretBox(key, previous));
