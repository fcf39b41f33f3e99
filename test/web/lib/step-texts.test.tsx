import { act, renderHook } from '@testing-library/react';

import { STEP_TEXTS } from '../../../src/shared/step-texts.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { useStepTexts } from '../../../web/lib/step-texts.ts';

afterEach(() => setLanguage('en'));

const note = { kind: 'note', label: STEP_TEXTS.endingHere, output: STEP_TEXTS.timeUsed } as const;
const search = { kind: 'search', label: STEP_TEXTS.searchingWeb, output: 'The page did not answer' } as const;
const program = { kind: 'code', label: STEP_TEXTS.runningPython, output: STEP_TEXTS.codeAgent } as const;
const call = { serverId: 's', server: 'Mail', tool: 'send_mail', title: 'Send a mail', arguments: '{}' };
const tool = { kind: 'tool', label: 'Using Send a mail', output: null, call } as const;

describe('the steps of an answer', () => {
  it('read in English as the server wrote them', () => {
    const { result } = renderHook(() => useStepTexts());
    for (const text of Object.values(STEP_TEXTS))
      expect(result.current({ kind: 'note', label: text, output: text })).toEqual({ label: text, output: text });
    expect(result.current(tool)).toEqual({ label: tool.label, output: null });
  });

  it('read in the language of the page, but for what a program, a tool or a site said', async () => {
    const { result } = renderHook(() => useStepTexts());
    await act(() => setLanguage('de'));
    expect([note, search, program, tool].map((step) => result.current(step))).toEqual([
      {
        label: 'Hier ist Schluss',
        output: 'Die Zeit für die Recherche ist um. Die Antwort stützt sich auf das bisher Gefundene.',
      },
      { label: 'Websuche läuft', output: 'The page did not answer' },
      { label: 'Python wird ausgeführt', output: 'Code' },
      { label: 'Send a mail wird verwendet', output: null },
    ]);
  });
});
