import { act, renderHook } from '@testing-library/react';
import { jest } from '@jest/globals';

import { useIdleCallback } from '../../../web/lib/hooks/use-idle-callback.ts';
import { isPhone } from '../../../web/lib/media.ts';
import { useCountdown } from '../../../web/lib/hooks/use-countdown.ts';
import { useDebouncedValue } from '../../../web/lib/hooks/use-debounced-value.ts';
import { fakeMedia } from '../support/media.ts';

describe('by the clock', () => {
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

  test('a countdown tells whole seconds down to nothing, and starts over with a new moment', () => {
    const { result, rerender } = renderHook(({ until }: { until: number | null }) => useCountdown(until), {
      initialProps: { until: (Date.now() + 2500) as number | null },
    });
    expect(result.current).toBe(3);
    pass(1000);
    expect(result.current).toBe(2);
    pass(5000);
    expect(result.current).toBe(0);
    rerender({ until: Date.now() + 1000 });
    expect(result.current).toBe(1);
    rerender({ until: null });
    expect(result.current).toBe(0);
  });

  test('a text settles when the typing rests, and at once when it is emptied', () => {
    const { result, rerender } = renderHook(({ text }) => useDebouncedValue(text, 250), { initialProps: { text: '' } });
    rerender({ text: 'b' });
    pass(200);
    rerender({ text: 'br' });
    pass(249);
    expect(result.current).toBe('');
    pass(1);
    expect(result.current).toBe('br');
    rerender({ text: '' });
    pass(0);
    expect(result.current).toBe('');
  });

  test('idle work is done once, and not at all by a page that has gone', () => {
    let done = 0;
    const { rerender } = renderHook(() =>
      useIdleCallback(() => {
        done += 1;
      }),
    );
    rerender();
    pass(1000);
    expect(done).toBe(0); // the page comes first
    pass(1000);
    expect(done).toBe(1);
    renderHook(() =>
      useIdleCallback(() => {
        done += 1;
      }),
    ).unmount();
    pass(4000);
    expect(done).toBe(1);
  });
});

test('a narrow window is a phone', () => {
  expect(isPhone()).toBe(false);
  const media = fakeMedia('767px');
  expect(isPhone()).toBe(true);
  media.set();
  expect(isPhone()).toBe(false);
  media.restore();
});
