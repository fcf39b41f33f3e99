import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { LimitPanel } from '../../../../web/features/trial/limit-panel.tsx';
import { TrialCounter } from '../../../../web/features/trial/trial-counter.tsx';
import { FakePage, startPart } from '../../support/start-app.tsx';

test.each([
  [0, 3, '3 of 3'],
  [1, 3, '2 of 3'],
  [5, 3, '0 of 3'],
])('%i used of %i leaves %s', (used, limit, left) => {
  render(<TrialCounter used={used} limit={limit} />);
  expect(screen.getByRole('status')).toHaveTextContent(`${left} free messages left today`);
});

test('the end of the trial names the way on', async () => {
  let started = 0;
  render(
    <LimitPanel
      freeLimit={30}
      usedAt={null}
      onStart={() => {
        started += 1;
      }}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Free trial complete!' })).toBeInTheDocument();
  expect(screen.getByText(/The free messages start again in \d+ (minutes|hours) \(.+\)\./)).toBeInTheDocument();
  expect(
    screen.getByText(/^A free account gives you 30 messages a day and keeps this conversation\. /),
  ).toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Get Started Free' }));
  expect(started).toBe(1);
});

test('the promised time is told from the last message and does not move on with the clock', () => {
  const used = new Date(2026, 10, 21, 22, 40);
  const page = new FakePage(used);
  const panel = (at: Date) => {
    page.moveTo(at);
    const { unmount } = startPart(
      <LimitPanel freeLimit={30} usedAt={used.toISOString()} onStart={() => undefined} />,
      page,
    );
    const text = screen.getByText(/The free messages start again/).textContent;
    unmount();
    return text;
  };
  expect(panel(new Date(2026, 10, 21, 23, 50))).toMatch(/in 10 minutes \(tomorrow at 12:00 AM\)/);
  expect(panel(new Date(2026, 10, 22, 0, 1))).toMatch(/start again at 12:00 AM/);
});

test.each([
  [-1, 'A free account has no daily limit and keeps this conversation.'],
  [0, 'A free account keeps this conversation.'],
  [1, 'A free account gives you 1 message a day and keeps this conversation.'],
  [5, 'A free account gives you 5 messages a day and keeps this conversation.'],
])('with the free limit %i the end of the trial promises no other', (freeLimit, promise) => {
  render(<LimitPanel freeLimit={freeLimit} usedAt={null} onStart={() => undefined} />);
  expect(screen.getByText((text) => text.startsWith(promise))).toBeInTheDocument();
});
