import { behavesLikeConnectedProviders } from '../contracts/connected-providers.ts';
import { behavesLikeAdoptedProviders, behavesLikeSecretBox, behavesLikeSetupProgress } from '../contracts/setup.ts';
import { InMemoryConnectedProviders } from './connected-providers.ts';
import { InMemoryAdoptedProviders, InMemorySetupProgress, ReversingSecretBox } from './setup.ts';

behavesLikeConnectedProviders('fake', async () => new InMemoryConnectedProviders());
behavesLikeAdoptedProviders('fake', async () => new InMemoryAdoptedProviders());
behavesLikeSetupProgress('fake', async () => new InMemorySetupProgress());
behavesLikeSecretBox('fake', (key, previous) => new ReversingSecretBox(key, previous));
