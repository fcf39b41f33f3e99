import { behavesLikeConnectedModelServer, behavesLikeSecretBox, behavesLikeSetupProgress } from '../contracts/setup.ts';
import { InMemoryModelServer, InMemorySetupProgress, ReversingSecretBox } from './setup.ts';

behavesLikeConnectedModelServer('fake', async () => new InMemoryModelServer());
behavesLikeSetupProgress('fake', async () => new InMemorySetupProgress());
behavesLikeSecretBox('fake', (key) => new ReversingSecretBox(key));
