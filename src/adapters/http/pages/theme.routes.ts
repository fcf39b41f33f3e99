import { createHash } from 'node:crypto';

import * as contract from '../../../contract/theme.ts';
import { RESPONSE_SENT, type Mount } from '../mount.ts';

export interface ThemeHandlers {
  readonly skins: contract.Skins;
  readonly showsSandboxBar: boolean;
}

/** The skins are fixed at start: one text with an ETag. */
export const themeRoutes = (mount: Mount, { skins, showsSandboxBar }: ThemeHandlers): void => {
  const text = JSON.stringify(contract.theme.reply.parse({ skins, sandbox: showsSandboxBar }));
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  mount(contract.theme, async ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=60, must-revalidate');
    ctx.etag = tag;
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return RESPONSE_SENT;
    }
    ctx.type = 'json';
    ctx.body = text;
    return RESPONSE_SENT;
  });
};
