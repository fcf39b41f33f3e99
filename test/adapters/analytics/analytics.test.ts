import { ANALYTICS } from '../../../src/adapters/analytics/providers.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { eventually } from '../../product/client.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

const connect = (env: Record<string, string>, clock = new FixedClock(), lines: string[] = []) => {
  const { connect: open, faults } = selectProvider(ANALYTICS, env, true);
  if (!open) throw new Error(faults.join());
  return open({ clock, log: (line) => lines.push(line) });
};

const message = { name: 'chat_message', mode: 'standard', tier: 'free', files: 0 } as const;

describe('PostHog', () => {
  let service: WebService;
  beforeEach(async () => {
    service = await startWebService(() => ({ json: { status: 1 } }));
  });
  afterEach(() => service.close());
  const batches = () =>
    service.calls.map(
      ({ body }) => JSON.parse(body) as { api_key: string; batch: { event: string; properties: object }[] },
    );

  test('gets events together after a while, in its own words and without a profile', async () => {
    const clock = new FixedClock();
    const analytics = connect({ POSTHOG_KEY: 'phc_1', POSTHOG_HOST: `${service.url}/` }, clock);
    analytics.track(message, 'p1');
    analytics.track({ name: 'error', code: 'VALIDATION_ERROR' }, 'p2');
    expect(service.calls).toEqual([]);
    await clock.advance(5000);
    await eventually(() => service.calls.length === 1);
    expect(service.calls[0]).toMatchObject({ method: 'POST', path: '/batch/' });
    expect(batches()[0]).toEqual({
      api_key: 'phc_1',
      batch: [
        {
          event: 'chat_message',
          distinct_id: 'p1',
          timestamp: '2026-01-15T12:00:00.000Z',
          properties: {
            mode: 'standard',
            tier: 'free',
            files: 0,
            $process_person_profile: false,
            $geoip_disable: true,
            $lib: 'parley',
          },
        },
        expect.objectContaining({ event: 'error', distinct_id: 'p2' }),
      ],
    });
    await analytics.close();
  });

  test('gets what is left when the server ends, and nothing after it', async () => {
    const analytics = connect({ ANALYTICS: 'posthog', POSTHOG_KEY: 'phc_1', POSTHOG_HOST: service.url });
    for (let told = 0; told < 250; told += 1) analytics.track(message, 'p');
    await analytics.close();
    analytics.track(message, 'late');
    await analytics.close();
    expect(batches().map(({ batch }) => batch.length)).toEqual([100, 100, 50]);
  });

  test.each([
    ['refuses', () => ({ status: 500, json: {} })],
    ['is away', () => undefined],
  ])('that %s costs the events and nothing else, and is asked again with the next ones', async (_what, answer) => {
    const clock = new FixedClock();
    const analytics = connect({ POSTHOG_KEY: 'phc_1', POSTHOG_HOST: service.url }, clock);
    service.answer = answer;
    for (let told = 0; told < 250; told += 1) analytics.track(message, 'lost');
    await clock.advance(5000);
    await eventually(() => service.calls.length === 1);
    await eventually(async () => {
      analytics.track(message, 'kept');
      return clock.sleeping === 1; // it gathers anew
    });
    service.answer = () => ({ json: {} });
    await analytics.close();
    expect(batches()).toHaveLength(2);
    expect(JSON.stringify(batches()[1])).not.toContain('lost');
  });

  test('never has more than a thousand events waiting for it', async () => {
    const analytics = connect({ POSTHOG_KEY: 'phc_1', POSTHOG_HOST: service.url });
    for (let told = 0; told < 5000; told += 1) analytics.track(message, 'p');
    await analytics.close();
    expect(batches().reduce((sum, { batch }) => sum + batch.length, 0)).toBe(1000);
  });
});

test('the log gets a line for each event', () => {
  const lines: string[] = [];
  connect({ ANALYTICS: 'log' }, undefined, lines).track(message, 'p1');
  expect(lines).toEqual(['analytics chat_message {"mode":"standard","tier":"free","files":0,"person":"p1"}']);
});

describe('which analytics serve', () => {
  test('are none until somebody asks for them', async () => {
    for (const sandboxes of [true, false]) expect(selectProvider(ANALYTICS, {}, sandboxes).provider?.id).toBe('none');
    expect(selectProvider(ANALYTICS, { POSTHOG_KEY: 'k' }, true).provider?.id).toBe('posthog');
    expect(selectProvider(ANALYTICS, { POSTHOG_KEY: 'k', ANALYTICS: 'none' }, true).provider?.id).toBe('none');
    const none = connect({});
    none.track(message, 'p');
    await none.close();
  });

  test('every fault is named, and no value', () => {
    expect(selectProvider(ANALYTICS, { ANALYTICS: 'spy' }, true).faults).toEqual([
      'ANALYTICS must be one of: posthog, log, none',
    ]);
    expect(selectProvider(ANALYTICS, { ANALYTICS: 'posthog' }, true).faults).toEqual(['POSTHOG_KEY is not set']);
    expect(selectProvider(ANALYTICS, { POSTHOG_KEY: 'k', POSTHOG_HOST: 'canary' }, true).faults).toEqual([
      expect.stringMatching(/^POSTHOG_HOST: (?!.*canary)/),
    ]);
  });
});
