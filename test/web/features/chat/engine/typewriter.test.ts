import { jest } from '@jest/globals';

import { FakeScreen } from '../support/line.ts';
import {
  graphemeBoundary,
  createTypewriterEnv,
  charsForFrame,
  Typewriter,
} from '../../../../../web/features/chat/engine/typewriter.ts';

const setup = () => {
  const screen = new FakeScreen();
  const writer = new Typewriter(screen.pace, () => undefined);
  return { screen, writer };
};

test('three letters a frame', () => {
  const { screen, writer } = setup();
  writer.push('abcdefg');
  expect(writer.shown).toBe('');
  screen.draw();
  expect(writer.shown).toBe('abc');
  screen.draw(2);
  expect(writer.shown).toBe('abcdefg');
});

test('eight letters a frame while more than 200 wait', () => {
  const { screen, writer } = setup();
  writer.push('x'.repeat(205));
  screen.draw();
  expect(writer.shown).toHaveLength(8);
  screen.draw();
  expect(writer.shown).toHaveLength(11);
});

test('it is never more than two seconds of frames behind', () => {
  for (const queued of [961, 5_000, 100_000])
    expect(Math.ceil(queued / charsForFrame(queued))).toBeLessThanOrEqual(120);
  expect([charsForFrame(1), charsForFrame(200), charsForFrame(201), charsForFrame(960)]).toEqual([1, 3, 8, 8]);
});

test('one frame is asked for at a time, whatever the number of tokens and replies', () => {
  const screen = new FakeScreen();
  const writers = [1, 2, 3].map(() => new Typewriter(screen.pace, () => undefined));
  for (const writer of writers) for (let token = 0; token < 50; token += 1) writer.push('tok ');
  expect(screen.requests).toBe(1);
  screen.draw();
  expect(screen.requests).toBe(2);
  screen.drawAll();
  expect(writers.map(({ shown }) => shown.length)).toEqual([200, 200, 200]);
});

test('a letter is never cut: families, flags, accents and pairs show whole', () => {
  const text = 'a👩‍👩‍👧b🇫🇷e\u0301x😀';
  const { screen, writer } = setup();
  writer.push(text);
  const cuts = new Set<string>();
  for (let frame = 0; frame < 20; frame += 1) {
    screen.draw();
    cuts.add(writer.shown);
  }
  const letters = [...new Intl.Segmenter().segment(text)].map(({ index }) => text.slice(0, index));
  for (const cut of cuts) expect([...letters, text]).toContain(cut);
  expect(graphemeBoundary('plain text', 2, 3)).toBe(5);
});

test('half a pair waits for its other half', () => {
  const { screen, writer } = setup();
  writer.push('ab\ud83d');
  screen.drawAll();
  expect(writer.shown).toBe('ab');
  writer.push('\ude00!');
  screen.drawAll();
  expect(writer.shown).toBe('ab😀!');
});

test('all at once where motion is unwanted, and as soon as the tab is hidden', () => {
  const { screen, writer } = setup();
  writer.push('some text that would take a while');
  screen.draw();
  screen.hide();
  expect(writer.shown).toBe('some text that would take a while');
  writer.push(' and more');
  expect(writer.shown).toBe('some text that would take a while and more');
});

test('a text told again stays on the screen until the telling catches up', () => {
  const { screen, writer } = setup();
  writer.push('Hello world');
  screen.drawAll();
  writer.restart();
  writer.push('Hel');
  expect(writer.shown).toBe('Hello world');
  writer.push('lo world, again');
  screen.drawAll();
  expect(writer.shown).toBe('Hello world, again');
});

test('a text told differently replaces what stood there', () => {
  const { screen, writer } = setup();
  writer.push('Hello world');
  screen.drawAll();
  writer.restart();
  writer.push('Other');
  screen.drawAll();
  expect(writer.shown).toBe('Other');
});

test('a shorter retelling counts once it has ended', () => {
  const { screen, writer } = setup();
  writer.push('Hello world');
  screen.drawAll();
  writer.restart();
  writer.push('Hello');
  writer.end(false);
  screen.drawAll();
  expect(writer.shown).toBe('Hello');
  expect(writer.idle).toBe(true);
});

test('a window that gets no frames shows everything all the same, and types again once it gets some', () => {
  jest.useFakeTimers();
  const frames: FrameRequestCallback[] = [];
  const asked = jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
  try {
    const writer = new Typewriter(createTypewriterEnv(), () => undefined);
    writer.push('Nobody draws this window.');
    expect(writer.shown).toBe('');
    jest.advanceTimersByTime(500);
    expect(writer.shown).toBe('Nobody draws this window.');
    writer.push(' More.');
    expect(writer.shown).toBe('Nobody draws this window. More.');
    for (const frame of frames.splice(0)) frame(0);
    writer.push('Drawn again');
    expect(writer.shown).toBe('Nobody draws this window. More.');
    for (const frame of frames.splice(0)) frame(0);
    expect(writer.shown).toBe('Nobody draws this window. More.Dra');
  } finally {
    asked.mockRestore();
    jest.useRealTimers();
  }
});

test('a corrected text is shown at once, whatever was shown before', () => {
  const { screen, writer } = setup();
  writer.push('Closed in 1994.');
  screen.draw();
  writer.replace('Closed in 2001.');
  expect([writer.shown, writer.idle]).toEqual(['Closed in 2001.', true]);
  writer.restart();
  writer.replace('Open.');
  expect([writer.shown, writer.idle]).toEqual(['Open.', true]);
});
