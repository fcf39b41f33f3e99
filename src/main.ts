import { workerEntry } from './platform/worker-entry.ts';
import { setPrivateUmask } from './platform/private-files.ts';
import { Supervisor } from './process/supervisor.ts';

setPrivateUmask();
// Nothing else is loaded here: the main thread waits for signals and watches the server's thread.
new Supervisor(workerEntry('server-thread', import.meta.url));
