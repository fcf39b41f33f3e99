import { threadBeside } from './beside.ts';
import { makePrivateFiles } from './private-files.ts';
import { Supervisor } from './supervisor.ts';

makePrivateFiles();
// Nothing else is loaded here: the main thread waits for signals and watches the server's thread.
new Supervisor(threadBeside('server-thread', import.meta.url));
