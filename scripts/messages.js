// Message files hold ICU messages as translators write them; the page gets them compiled, so that no parser is in its bundle.
import compile from 'icu-minify/compile';

const MESSAGE_FILE = /\/web\/messages\/\w+\/[\w-]+\.json$/;

export const isMessageFile = (path) => MESSAGE_FILE.test(path.replaceAll('\\', '/'));

/** The file with each of its messages compiled; a message that is no ICU message stops the build and is named. */
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
