import { z } from 'zod';

import { IdentityRejected, IdentityUnavailable } from '../../domain/accounts/errors.ts';
import { IdentityPopup, type PopupResult } from '../../domain/accounts/identity/ports.ts';
import { postForJson } from '../../platform/vendor-fetch.ts';

const TIMEOUT_MS = 10_000;

export interface GoogleSettings {
  readonly clientId: string;
  readonly apiKey: string;
  /** Google's consent page. */
  readonly authUrl: string;
  /** Base URL of Firebase's identity toolkit. */
  readonly firebaseUrl: string;
  /** This server's address, which Firebase requires. */
  readonly siteUrl: string;
}

const exchangeResponse = z.object({ idToken: z.string().min(1).max(8192) });

/** Google's page identifies the user; the server exchanges Google's token for Firebase's. */
export class GooglePopup extends IdentityPopup {
  readonly kind = 'redirect';

  constructor(private readonly settings: GoogleSettings) {
    super();
  }

  buildUrl({ returnUrl, nonce, state }: { returnUrl: string; nonce: string; state: string }): string {
    const query = new URLSearchParams({
      client_id: this.settings.clientId,
      redirect_uri: returnUrl,
      response_type: 'id_token',
      scope: 'openid email profile',
      nonce,
      state,
      prompt: 'select_account',
    });
    return `${this.settings.authUrl}?${query}`;
  }

  async exchange(answer: PopupResult): Promise<string> {
    if (answer.kind !== 'provider' || (await nonceOf(answer.idToken)) !== answer.nonce) throw new IdentityRejected();
    const { status, json } = await this.signInWithIdp(answer.idToken);
    const parsed = exchangeResponse.safeParse(json);
    if (status === 200 && parsed.success) return parsed.data.idToken;
    if (status === 400) throw new IdentityRejected();
    throw new IdentityUnavailable(new Error(`Firebase answered ${status}`));
  }

  private async signInWithIdp(googleToken: string) {
    const { firebaseUrl, apiKey, siteUrl } = this.settings;
    const url = `${firebaseUrl}/v1/accounts:signInWithIdp?${new URLSearchParams({ key: apiKey })}`;
    const postBody = new URLSearchParams({ id_token: googleToken, providerId: 'google.com' }).toString();
    const body = JSON.stringify({ postBody, requestUri: siteUrl, returnSecureToken: true, returnIdpCredential: false });
    try {
      return await postForJson(url, TIMEOUT_MS, { headers: { 'Content-Type': 'application/json' }, body });
    } catch (error) {
      throw new IdentityUnavailable(error);
    }
  }
}

/** Firebase verifies the token's signature; this checks that it was made for this popup. */
const nonceOf = async (token: string): Promise<unknown> => {
  const { decodeJwt } = await import('jose');
  try {
    return decodeJwt(token)['nonce'];
  } catch {
    throw new IdentityRejected();
  }
};
