import { act, screen } from '@testing-library/react';
import { jest } from '@jest/globals';

import { AboutDialog } from '../../../../web/features/welcome/about-dialog.tsx';
import { greetingAt } from '../../../../web/features/welcome/greeting.ts';
import { ReturningWelcome } from '../../../../web/features/welcome/returning-welcome.tsx';
import { SuggestionPills } from '../../../../web/features/welcome/suggestion-pills.tsx';
import { TypedText } from '../../../../web/features/welcome/typed-text.tsx';
import { fakeMedia } from '../../support/media.ts';
import { FakePage, startPart } from '../../support/start-app.tsx';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const pass = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });

test.each([
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
])('at %i it is %s', (hour, part) => {
  expect(greetingAt(hour, 'Ada Lovelace')).toBe(`Good ${part}, Ada.`);
  expect(greetingAt(hour, ' ')).toBe(`Good ${part}.`);
});

describe('the greeting', () => {
  const page = new FakePage(new Date(2026, 10, 21, 9, 0));

  test('loses its hint after four seconds', () => {
    startPart(<ReturningWelcome name="Ada" />, page);
    expect(screen.getByText('What is on your mind?')).toHaveAttribute('aria-hidden', 'false');
    pass(4000);
    expect(screen.getByText('What is on your mind?')).toHaveAttribute('aria-hidden', 'true');
  });

  test('is written anew after three and a half hours, by the hour it is then', () => {
    startPart(<ReturningWelcome name="Ada" />, page);
    expect(screen.getByRole('heading')).toHaveTextContent('Good morning, Ada.');
    page.moveTo(new Date(2026, 10, 21, 12, 30));
    pass(3.5 * 3_600_000);
    expect(screen.getByRole('heading')).toHaveTextContent('Good afternoon, Ada.');
  });
});

describe('text that writes itself', () => {
  test('is whole for readers from the start and tells when it is done', () => {
    let done = 0;
    startPart(
      <h1>
        <TypedText
          text="Hello"
          onDone={() => {
            done += 1;
          }}
        />
      </h1>,
    );
    expect(screen.getByRole('heading', { name: 'Hello' })).toBeInTheDocument();
    pass(1000);
    expect(done).toBe(1);
  });

  test('stands at once where motion is unwanted', () => {
    const media = fakeMedia('reduce');
    let done = 0;
    startPart(
      <TypedText
        text="Hello"
        onDone={() => {
          done += 1;
        }}
      />,
    );
    expect(done).toBe(1);
    media.restore();
  });
});

describe('the suggestions', () => {
  const pills = (ready: boolean, typed: string) => (
    <SuggestionPills ready={ready} typed={typed} onPick={() => undefined} />
  );
  const shown = () => screen.queryAllByRole('button').length;

  test('wait for the title, and a second and a half more', () => {
    const { rerender } = startPart(pills(false, ''));
    pass(10_000);
    expect(shown()).toBe(0);
    rerender(pills(true, ''));
    pass(1499);
    expect(shown()).toBe(0);
    pass(1);
    expect(shown()).toBe(4);
  });

  test('leave with the first key and come back a second and a half after the last', () => {
    const { rerender } = startPart(pills(true, ''));
    pass(1500);
    rerender(pills(true, 'a'));
    expect(shown()).toBe(0);
    pass(1000);
    rerender(pills(true, 'ab'));
    pass(1000);
    expect(shown()).toBe(0);
    pass(500);
    expect(shown()).toBe(4);
  });
});

test('what this is tells the number of free messages and the way in', () => {
  let asked = 0;
  startPart(
    <AboutDialog
      name="Parley"
      limit={3}
      freeLimit={30}
      onSignIn={() => {
        asked += 1;
      }}
      onClose={() => undefined}
    />,
  );
  expect(screen.getByRole('dialog', { name: 'About Parley' })).toHaveTextContent('3 messages a day');
  act(() => {
    screen.getByRole('button', { name: 'Sign In' }).click();
  });
  expect(asked).toBe(1);
});

test.each([
  [30, 'an account. With a free account you get 30 a day, and your conversations are kept.'],
  [5, 'an account. With a free account you get 5 a day, and your conversations are kept.'],
  [-1, 'an account. With a free account there is no daily limit, and your conversations are kept.'],
  [0, 'an account. With a free account your conversations are kept.'],
])('with the free limit %i what this is promises no other', (freeLimit, promise) => {
  startPart(<AboutDialog name="Parley" limit={3} freeLimit={freeLimit} onSignIn={null} onClose={() => undefined} />);
  expect(screen.getByRole('dialog', { name: 'About Parley' })).toHaveTextContent(promise);
});
