import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Page } from 'playwright-core';

const AXE = readFileSync(resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/** What somebody who moves by landmarks, headings and fields relies on. The ids are axe's. */
const RULES = [
  'landmark-unique',
  'landmark-one-main',
  'landmark-no-duplicate-main',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-main-is-top-level',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'region',
  'label',
  'aria-dialog-name',
  'empty-heading',
];

/** Our own: what axe leaves to the author. Every such landmark has a name, and no check box is without words. */
const UNNAMED = `[
  ...document.querySelectorAll(
    'nav, aside, form[role], section[aria-label], section[aria-labelledby], [role="search"], [role="region"], ' +
      '[role="log"], dialog, [role="dialog"], input[type="checkbox"]',
  ),
]
  .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
  .filter((element) => {
    const label =
      element.getAttribute('aria-label') ??
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ');
    const words = element.matches('input')
      ? label + [...(element.labels ?? [])].map((of) => of.textContent).join('')
      : label;
    return words.trim() === '';
  })
  .map((element) => 'no name: ' + element.outerHTML.slice(0, 160))`;

/** Faults of landmarks, names and labels on the page as it stands, as `rule: element`. */
export const findLandmarkFaults = async (page: Page): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (rules) => {
    interface Axe {
      run(context: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    }
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      runOnly: { type: 'rule', values: rules },
      rules: Object.fromEntries(rules.map((id) => [id, { enabled: true }])),
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }, RULES);
  return [...found, ...(await page.evaluate<string[]>(UNNAMED))];
};
