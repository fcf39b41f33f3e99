import { threadBeside } from './beside.ts';
import { Supervisor } from './supervisor.ts';

// Nothing else is loaded here: the main thread waits for signals and watches the server's thread.
new Supervisor(threadBeside('server-thread', import.meta.url));
