import type { addPasskey, signInWithPasskey } from '../../../../src/contract/second-factor.ts';
import type { Body } from '../../../../src/contract/route.ts';

type Options = Readonly<Record<string, unknown>>;

/** The compiler cannot check here that the server sent what the browser takes. */
function toBrowserOptions<T>(options: Options): T;
function toBrowserOptions(options: Options): unknown {
  return options;
}

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Undefined when the person left the browser's dialog, or it ran out. */
const ifGiven = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask();
  } catch {
    return undefined;
  }
};

/** Asks for a new passkey. */
export const createPasskey = async (options: Options): Promise<Body<typeof addPasskey>['answer'] | undefined> => {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return ifGiven(() => startRegistration({ optionsJSON: toBrowserOptions(options) }));
};

/** Asks for one of this server. */
export const requestPasskey = async (
  options: Options,
): Promise<Body<typeof signInWithPasskey>['answer'] | undefined> => {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return ifGiven(() => startAuthentication({ optionsJSON: toBrowserOptions(options) }));
};
