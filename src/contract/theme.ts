import { z } from 'zod';

import { route } from './route.ts';

export const EFFECTS = [
  'sunset',
  'ocean',
  'sunray',
  'lightning',
  'clouds',
  'ps1',
  'aurora',
  'ripple',
  'ripple_canvas',
  'none',
] as const;

const shortText = (max: number) => z.string().trim().min(1).max(max);

/** `speed` 1 is an effect's normal speed. */
const background = z.strictObject({
  enabled: z.boolean(),
  effect: z.enum(EFFECTS),
  opacity: z.number().min(0).max(1),
  speed: z.number().min(0.1).max(5),
  respect_reduced_motion: z.boolean(),
});

/** `hero_search`: visitors begin at one large search. `suggestions`: pills with first questions. `about`: the button beside Sign In. */
const ui = z.strictObject({ hero_search: z.boolean(), suggestions: z.boolean(), about: z.boolean() });
const branding = z.strictObject({ logo_text: shortText(24), subtitle: shortText(140) });
const label = shortText(24);

const skin = z.strictObject({ label, branding, ui, background });
export type Skin = z.output<typeof skin>;

const changes = z
  .strictObject({ label, branding: branding.partial(), ui: ui.partial(), background: background.partial() })
  .partial();

/** The operator's file: `default` applies to every skin; absent fields have built-in values. */
export const themeFile = z.strictObject({ default: changes, ember: changes.optional(), harbor: changes.optional() });
export type ThemeFile = z.output<typeof themeFile>;

const skins = z.strictObject({ default: skin, ember: skin, harbor: skin });
export type Skins = z.output<typeof skins>;

export const theme = route({
  method: 'get',
  path: '/api/theme',
  summary: 'Names, welcome and background of each skin',
  access: 'anyone',
  /** `sandbox`: a bar on every page says that nothing here is real (SANDBOX=on). */
  reply: z.object({ skins, sandbox: z.boolean() }),
});
