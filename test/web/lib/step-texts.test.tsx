import { act, renderHook } from '@testing-library/react';

import { STEP_FAILURES, STEP_TEXTS } from '../../../src/shared/step-texts.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { useStepTexts } from '../../../web/lib/step-texts.ts';

afterEach(() => setLanguage('en'));

const done = { state: 'done' } as const;
const failed = { state: 'failed' } as const;
const note = { ...done, kind: 'note', label: STEP_TEXTS.endingHere, output: STEP_TEXTS.timeUsed } as const;
const search = { ...done, kind: 'search', label: STEP_TEXTS.searchingWeb, output: 'All about bread' } as const;
const program = { ...done, kind: 'code', label: STEP_TEXTS.runningPython, output: STEP_TEXTS.codeAgent } as const;
const page = { ...failed, kind: 'read', label: STEP_TEXTS.readingPage, output: 'The site answered 404.' } as const;
const slow = { ...program, ...failed, output: STEP_TEXTS.tookTooLong } as const;
const call = { serverId: 's', server: 'Mail', tool: 'send_mail', title: 'Send a mail', arguments: '{}' };
const tool = { ...done, kind: 'tool', label: 'Using Send a mail', output: null, call } as const;

describe('the steps of an answer', () => {
  it('read in English as the server wrote them', () => {
    const { result } = renderHook(() => useStepTexts());
    for (const text of Object.values(STEP_TEXTS))
      expect(result.current({ ...note, label: text, output: text })).toEqual({ label: text, output: text });
    expect(result.current(tool)).toEqual({ label: tool.label, output: null });
  });

  it('read in the language of the page, but for what a program, a tool or a site said', async () => {
    const { result } = renderHook(() => useStepTexts());
    await act(() => setLanguage('de'));
    expect([note, search, program, tool, page, slow].map((step) => result.current(step))).toEqual([
      {
        label: 'Hier ist Schluss',
        output: 'Die Zeit für die Recherche ist um. Die Antwort stützt sich auf das bisher Gefundene.',
      },
      { label: 'Websuche läuft', output: 'All about bread' },
      { label: 'Python wird ausgeführt', output: 'Code' },
      { label: 'Send a mail wird verwendet', output: null },
      { label: 'Seite wird gelesen', output: 'Die Website hat mit 404 geantwortet.' },
      { label: 'Python wird ausgeführt', output: 'Es hat zu lange gedauert.' },
    ]);
  });
});

it.each(Object.entries(STEP_FAILURES))('the failure %s is told in every language', async (_key, english) => {
  const { result } = renderHook(() => useStepTexts());
  const output = english.replace('{status}', '503');
  for (const language of ['de', 'fr', 'es', 'ja', 'ar'] as const) {
    await act(() => setLanguage(language));
    expect(result.current({ ...page, output }).output).not.toBe(output);
  }
});
