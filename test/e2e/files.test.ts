import type { Page } from 'playwright-core';

import { accessibilityFaults, ask, browser, product, useProduct, visitSignedIn } from './product.ts';
import { pressShortcut } from './press-shortcut.ts';

useProduct();

const LINES = ['The lease ends on 31 May 2027.', 'Notice is given three months before.'];

/** A PDF of one page for each of the texts. */
const aPdf = (...texts: readonly string[]): Buffer => {
  const kids = texts.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const drawn = `BT /F1 18 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << ` +
          '/F1 3 0 R >> >> >>',
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const end = file.length;
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n` +
      `${places.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF`,
  );
};

const upgrade = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'See plans' }).click();
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click();
  await page.getByRole('button', { name: 'Pay $4.99' }).click();
  const welcome = page.getByRole('dialog', { name: 'Welcome to Pro' });
  await welcome.waitFor();
  await page.keyboard.press('Escape');
  await welcome.waitFor({ state: 'detached' });
};

const openManager = async (page: Page) => {
  await pressShortcut(page, 'Control+k');
  await page.getByRole('option', { name: 'File Manager' }).click();
  const manager = page.getByRole('dialog', { name: 'File Manager' });
  await manager.getByText(/files$/).waitFor();
  return manager;
};

/** Something was drawn where the page's paper was white. */
const isDrawn = (page: Page, number: number): Promise<boolean> =>
  page
    .waitForFunction((at) => {
      const canvas = document.querySelector<HTMLCanvasElement>(`[data-page="${at}"] canvas`);
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some((value, index) => index % 4 === 0 && value < 100 && (pixels[index + 3] ?? 0) > 200);
    }, number)
    .then(() => true);

test('a person attaches, keeps, selects and looks at files', async () => {
  const { page, faults } = await visitSignedIn(browser, product.url);
  const manager = await openManager(page);
  await manager.getByText(/needs a Pro or Premium plan/).waitFor();
  await upgrade(page);

  // Kept in the file manager, chosen for the next message.
  await openManager(page);
  await page.setInputFiles('input[aria-label="Files to keep"]', {
    name: 'lease.pdf',
    mimeType: 'application/pdf',
    buffer: aPdf(...LINES),
  });
  await page.getByLabel('Tags').fill('home');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Add lease.pdf to the next message' }).check();
  await page.getByText('Selected Files (1)').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // Looked at: the page draws the PDF by itself, under its own content policy.
  await page.getByRole('button', { name: 'lease.pdf', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'lease.pdf' });
  expect(await isDrawn(page, 1)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await preview.getByRole('button', { name: 'Close' }).click();
  await manager.getByRole('button', { name: 'Close' }).click();

  // Sent with one that is attached here, and there again after a reload.
  await page.setInputFiles('input[aria-label="Files to attach"]', {
    name: 'notes.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Notes\n\nRent is due monthly.'),
  });
  await page.getByRole('list', { name: 'Attached files' }).getByText('Markdown · 29 Bytes').waitFor();
  await ask(page, 'When does it end?');
  await page.getByTestId('message-assistant').getByText('You said').waitFor();
  await page.reload();
  const question = page.getByTestId('message-user');
  await question.getByRole('button', { name: /^Open lease\.pdf/ }).waitFor();
  await question.getByRole('button', { name: /^Open notes\.md/ }).click();
  await page.getByRole('dialog', { name: 'notes.md' }).getByText('Rent is due monthly.').waitFor();
  expect(faults).toEqual([]);
}, 60_000);
