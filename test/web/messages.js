// Jest reads message files as the build does: compiled.
import { compileMessages } from '../../scripts/messages.js';

const process = (source, path) => ({ code: compileMessages(source, path) });

export default { process, processAsync: async (source, path) => process(source, path) };
