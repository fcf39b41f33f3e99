// Message files hold ICU messages; the build compiles them, so that the page needs no parser.
import compile from 'icu-minify/compile';

const MESSAGE_FILE = /\/web\/messages\/\w+\/[\w-]+\.json$/;

export const isMessageFile = (path) => MESSAGE_FILE.test(path.replaceAll('\\', '/'));

/** The file with each message compiled; an invalid message fails the build and is named. */
export const compileMessages = (source, path) => {
  const compiled = Object.entries(JSON.parse(source)).map(([key, message]) => {
    try {
      return [key, compile(message)];
    } catch (fault) {
      throw new Error(`${path}: ${key}: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  });
  return JSON.stringify(Object.fromEntries(compiled));
};
