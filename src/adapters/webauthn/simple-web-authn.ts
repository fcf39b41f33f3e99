import type { AuthenticatorTransport } from '@simplewebauthn/server';

import type { Site } from '../../domain/accounts/ports.ts';
import {
  type AuthenticationAnswer,
  type Credential,
  type Passkey,
  type PasskeyOptions,
  type RegistrationAnswer,
  type SpendChallenge,
  WebAuthn,
} from '../../domain/accounts/second-factor/ports.ts';

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];
/** COSE ids of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

const toTransports = (names: readonly string[] = []): AuthenticatorTransport[] =>
  TRANSPORTS.filter((transport) => names.includes(transport));

/** Ours are texts; the browser returns their bytes. */
const decode = (challenge: string): string => Buffer.from(challenge, 'base64url').toString('utf8');

/** A quarter of the server's start and 20 MB, so it is loaded for the first passkey. */
const library = () => import('@simplewebauthn/server');

/** The library throws for every fault of an answer. */
const ifValid = async <T>(verify: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await verify();
  } catch {
    return undefined;
  }
};

/** Origin and relying party are the public address of this server. */
export class SimpleWebAuthn extends WebAuthn {
  constructor(
    private readonly site: Site,
    private readonly name: string,
  ) {
    super();
  }

  async createRegistration(input: Parameters<WebAuthn['createRegistration']>[0]): Promise<PasskeyOptions> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: this.name,
      rpID: this.rpId(),
      userName: input.name,
      userID: Uint8Array.from(Buffer.from(input.uid)),
      challenge: Uint8Array.from(Buffer.from(input.challenge)),
      attestationType: 'none',
      excludeCredentials: input.existing.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return { ...options };
  }

  async verifyRegistration(answer: RegistrationAnswer, spend: SpendChallenge): Promise<Credential | undefined> {
    const { response } = answer;
    const transports = toTransports(response.transports);
    const { verifyRegistrationResponse } = await library();
    const verified = await ifValid(() =>
      verifyRegistrationResponse({
        response: { ...answer, response: { ...response, transports }, clientExtensionResults: {} },
        expectedChallenge: (challenge) => spend(decode(challenge)),
        ...this.expected(),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!verified?.verified) return undefined;
    const { credential } = verified.registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString('base64url');
    return { credentialId: credential.id, publicKey, counter: credential.counter, transports };
  }

  async createAuthentication(challenge: string): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.rpId(),
      challenge: Uint8Array.from(Buffer.from(challenge)),
      userVerification: 'required',
    });
    return { ...options };
  }

  async verifyAuthentication(
    answer: AuthenticationAnswer,
    { credentialId, publicKey, counter }: Passkey,
    spend: SpendChallenge,
  ): Promise<number | undefined> {
    const { userHandle, ...response } = answer.response;
    const { verifyAuthenticationResponse } = await library();
    const verified = await ifValid(() =>
      verifyAuthenticationResponse({
        response: {
          ...answer,
          response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) },
          clientExtensionResults: {},
        },
        expectedChallenge: (challenge) => spend(decode(challenge)),
        ...this.expected(),
        requireUserVerification: true,
        credential: { id: credentialId, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
      }),
    );
    return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
  }

  private rpId(): string {
    return new URL(this.site.url).hostname;
  }

  private expected() {
    return { expectedOrigin: new URL(this.site.url).origin, expectedRPID: this.rpId() };
  }
}
