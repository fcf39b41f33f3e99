import { createHash } from 'node:crypto';

import * as contract from '../../../contract/theme.ts';
import { AllSettings } from '../../../domain/kernel/settings.ts';
import type { Notices } from '../../../shared/settings/notices.ts';
import type { Handlers } from '../handlers.ts';
import { RESPONSE_SENT, type Mount } from '../mount.ts';

export const themeHandlers = { allSettings: AllSettings };

export interface ThemeHandlers extends Handlers<typeof themeHandlers> {
  readonly skins: contract.Skins;
  readonly legal: contract.Legal | null;
  readonly showsSandboxBar: boolean;
}

interface Rendered {
  readonly notices: Notices;
  readonly text: string;
  readonly tag: string;
}

/** The skins are fixed at start, and the operator changes notices seldom: one text with an ETag for each. */
export const themeRoutes = (mount: Mount, { skins, legal, showsSandboxBar, allSettings }: ThemeHandlers): void => {
  let rendered: Rendered | undefined;
  const render = (notices: Notices): Rendered => {
    if (rendered?.notices === notices) return rendered;
    const { announcement, maintenance } = notices;
    const theme = contract.theme.reply.parse({
      skins,
      legal,
      sandbox: showsSandboxBar,
      announcement: announcement.isShown && announcement.text !== '' ? announcement : null,
      maintenance: maintenance.isOn ? maintenance : null,
    });
    const text = JSON.stringify(theme);
    rendered = { notices, text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 22) };
    return rendered;
  };
  mount(contract.theme, async ({ ctx }) => {
    const { text, tag } = render(await allSettings.of('notices').current());
    ctx.set('Cache-Control', 'public, max-age=30, must-revalidate');
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
