import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Call {
  readonly rpId: string;
  readonly origin: string;
  readonly challenge: string;
}

/** An authenticator with one ES256 credential, as a browser passes its answers on. */
export class SoftwareAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly credentialId = randomBytes(32);
  counter = 0;
  /** Whether it asks for a finger, a face or a PIN. */
  verifiesPerson = true;

  register(call: Call) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) => Buffer.from(value, 'base64url');
    // CBOR: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
    const key = [
      Buffer.from('a5010203262001215820', 'hex'),
      coordinate(x),
      Buffer.from('225820', 'hex'),
      coordinate(y),
    ];
    const credential = [Buffer.alloc(16), Buffer.from([0, this.credentialId.length]), this.credentialId, ...key];
    const authData = this.authData(call.rpId, HAS_CREDENTIAL, Buffer.concat(credential));
    // CBOR: { fmt: 'none', attStmt: {}, authData }
    const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
    const attestationObject = Buffer.concat([head, Buffer.from([authData.length]), authData]);
    const clientDataJSON = encode(this.clientData('webauthn.create', call));
    return { ...this.ids(), response: { clientDataJSON, attestationObject: encode(attestationObject) } };
  }

  authenticate(call: Call) {
    this.counter += 1;
    const authData = this.authData(call.rpId, 0);
    const clientData = this.clientData('webauthn.get', call);
    const signed = createSign('sha256').update(authData).update(sha256(clientData));
    return {
      ...this.ids(),
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authData),
        signature: encode(signed.sign(this.keys.privateKey)),
      },
    };
  }

  private ids() {
    const id = encode(this.credentialId);
    return { id, rawId: id, type: 'public-key' as const };
  }

  private clientData(type: string, { origin, challenge }: Call): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private authData(rpId: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = flags | USER_PRESENT | (this.verifiesPerson ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter, credential]);
  }
}
