import { act, render, renderHook, screen } from '@testing-library/react';

import { STEP_FAILURES, STEP_TEXTS } from '../../../src/shared/step-texts.ts';
import { setLanguage } from '../../../web/lib/i18n/translations.ts';
import { LazyStepFailure } from '../../../web/lib/lazy-step-failure.tsx';
import { useStepTexts } from '../../../web/lib/step-texts.ts';

afterEach(() => setLanguage('en'));

const note = { kind: 'note', label: STEP_TEXTS.endingHere, output: STEP_TEXTS.timeUsed } as const;
const search = { kind: 'search', label: STEP_TEXTS.searchingWeb, output: 'All about bread' } as const;
const program = { kind: 'code', label: STEP_TEXTS.runningPython, output: STEP_TEXTS.codeAgent } as const;
const call = { serverId: 's', server: 'Mail', tool: 'send_mail', title: 'Send a mail', arguments: '{}' };
const tool = { kind: 'tool', label: 'Using Send a mail', output: null, call } as const;

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
    expect([note, search, program, tool].map((step) => result.current(step))).toEqual([
      {
        label: 'Hier ist Schluss',
        output: 'Die Zeit für die Recherche ist um. Die Antwort stützt sich auf das bisher Gefundene.',
      },
      { label: 'Websuche läuft', output: 'All about bread' },
      { label: 'Python wird ausgeführt', output: 'Code' },
      { label: 'Send a mail wird verwendet', output: null },
    ]);
  });
});

describe('why a step failed', () => {
  it('is told in German, with the status of the site', async () => {
    await act(() => setLanguage('de'));
    render(<LazyStepFailure text="The site answered 404." />);
    expect(await screen.findByText('Die Website hat mit 404 geantwortet.')).toBeInTheDocument();
  });

  it('stays as a program wrote it', async () => {
    await act(() => setLanguage('de'));
    render(<LazyStepFailure text="NameError: x" />);
    expect(await screen.findByText('NameError: x')).toBeInTheDocument();
  });

  it.each(Object.values(STEP_FAILURES))('“%s” is told in every language', async (english) => {
    const text = english.replace('{status}', '503');
    const { container } = render(<LazyStepFailure text={text} />);
    for (const language of ['de', 'fr', 'es', 'ja', 'ar'] as const) {
      await act(() => setLanguage(language));
      expect(container).not.toHaveTextContent(text);
    }
  });
});
