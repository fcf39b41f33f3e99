import { availableParallelism, setPriority } from 'node:os';

import { Inference } from './inference.ts';
import { EXIT_CODES, modelJob, processSpec } from './protocol.ts';

// The child process that runs one model. Not a thread: the runtime ends the whole process when a thread that runs it is
// terminated (docs/adr/0055).

const MB = 1024 * 1024;
const BELOW_NORMAL = 10;

const send = (message: object): void => void process.send?.(message);

const start = async (): Promise<void> => {
  const spec = processSpec.parse(JSON.parse(process.argv[2] ?? ''));
  try {
    setPriority(BELOW_NORMAL); // answers of the server come first
  } catch {
    // not allowed everywhere, and not needed
  }
  const runtime = await import('onnxruntime-node').catch(() => process.exit(EXIT_CODES.runtime));
  const threads = Math.min(spec.threads, availableParallelism());
  const model = await Inference.load(runtime, { ...spec, threads });
  const { width } = await model.run([
    { text: 'A first text', ...(spec.output === 'score' ? { pair: 'and another' } : {}) },
  ]);
  process.on('message', (message) => {
    const { id, inputs } = modelJob.parse(message);
    model.run(inputs).then(
      (rows) => {
        if (process.memoryUsage().rss > spec.maxRssMb * MB) process.exit(EXIT_CODES.memory);
        send({ id, ...rows });
      },
      (error: unknown) => send({ id, failed: error instanceof Error ? error.message : String(error) }),
    );
  });
  send({ ready: true, width });
};

process.on('disconnect', () => process.exit(0));
start().catch((error: unknown) => {
  process.stderr.write(String(error), () => process.exit(EXIT_CODES.invalid));
});
