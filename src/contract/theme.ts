import { z } from 'zod';

import { NOTICE_TONES } from '../shared/settings/notices.ts';
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

const background = z
  .strictObject({
    enabled: z.boolean().describe('Whether there is one'),
    effect: z.enum(EFFECTS).describe('Which one'),
    opacity: z.number().min(0).max(1).describe('0: invisible, 1: full'),
    speed: z.number().min(0.1).max(5).describe('1 is the normal speed'),
    respect_reduced_motion: z.boolean().describe('Stands still where the person prefers less motion'),
  })
  .describe('The animated background');

const ui = z
  .strictObject({
    hero_search: z.boolean().describe('Visitors begin at one large search'),
    suggestions: z.boolean().describe('Pills with first questions'),
    about: z.boolean().describe('The button beside Sign In'),
  })
  .describe('The parts of the welcome screen');
const branding = z
  .strictObject({
    logo_text: shortText(24).describe('The product’s name'),
    subtitle: shortText(140).describe('The line under it'),
  })
  .describe('Names');
const label = shortText(24).describe('Name of the skin');

const skin = z.strictObject({ label, branding, ui, background }).describe('A skin');
export type Skin = z.output<typeof skin>;

const changes = z
  .strictObject({ label, branding: branding.partial(), ui: ui.partial(), background: background.partial() })
  .partial();

/** A page of the operator's: on the web, on this site, or an address to write to. Never a script. */
const legalLink = z
  .string()
  .trim()
  .max(500)
  .refine(isLegalLink, 'must be an http(s):// or mailto: address, or a path of this site such as /imprint');

const legal = z.strictObject({
  imprint: legalLink.nullable().default(null).describe('Who runs this; null: no link'),
  privacy: legalLink.nullable().default(null).describe('What becomes of personal data; null: no link'),
});
export type Legal = z.output<typeof legal>;

/** The operator's file: `default` applies to every skin; absent fields have built-in values. */
export const themeFile = z.strictObject({
  default: changes,
  ember: changes.optional(),
  harbor: changes.optional(),
  legal: legal.optional(),
});
export type ThemeFile = z.output<typeof themeFile>;

const skins = z.strictObject({ default: skin, ember: skin, harbor: skin }).describe('Every skin by id');
export type Skins = z.output<typeof skins>;

function isLegalLink(link: string): boolean {
  if (/[\s\\<>"]/.test(link)) return false;
  if (link.startsWith('/')) return !link.startsWith('//');
  return /^(https?:\/\/.|mailto:.+@.)/i.test(link) && URL.canParse(link);
}

export const theme = route({
  method: 'get',
  path: '/api/theme',
  summary: 'Names, welcome and background of each skin',
  access: 'anyone',
  reply: z.object({
    skins,
    sandbox: z.boolean().describe('A bar on every page says that nothing here is real (SANDBOX=on)'),
    legal: legal.nullable().default(null).describe('Links of the operator on every public page; null: none'),
    announcement: z
      .object({ tone: z.enum(NOTICE_TONES).describe('How it looks'), text: z.string().describe('What it says') })
      .nullable()
      .default(null)
      .describe('What the operator tells everybody; null: nothing'),
    maintenance: z
      .object({ text: z.string().describe('Why, and until when; empty: not said') })
      .nullable()
      .default(null)
      .describe('Only admins change anything now; null: everything works'),
  }),
});
