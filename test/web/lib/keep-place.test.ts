import { keepPlace } from '../../../web/lib/keep-place.ts';

const { elementFromPoint } = document;
afterEach(() => {
  document.elementFromPoint = elementFromPoint;
  document.body.replaceChildren();
});

const page = () => {
  document.body.innerHTML = '<div style="overflow-y: auto"><p>Read</p></div>';
  const scroller = document.querySelector('div') as HTMLElement;
  const read = document.querySelector('p') as HTMLElement;
  Object.defineProperties(scroller, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } });
  let top = 500;
  read.getBoundingClientRect = () => new DOMRect(0, top - scroller.scrollTop, 10, 10);
  document.elementFromPoint = () => read;
  scroller.scrollTop = 400;
  return { scroller, read, grow: (by: number) => (top += by) };
};

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

test('what is read stays in its place when what stands above it grows', async () => {
  const { scroller, grow } = page();
  keepPlace();
  grow(39);
  await nextFrame();
  expect(scroller.scrollTop).toBe(439);
});

test('what is drawn anew itself moves nothing', async () => {
  const { scroller, read, grow } = page();
  keepPlace();
  grow(39);
  read.remove();
  await nextFrame();
  expect(scroller.scrollTop).toBe(400);
});
