import { type Placement, placeBeside } from '../../../../web/ui/overlays/place-beside.ts';

/** jsdom's window is 1024 by 768; it lays nothing out, so the sizes are given. */
const placed = (anchor: DOMRect, align: Placement['align'], { width = 200, height = 100, direction = 'ltr' } = {}) => {
  const element = document.createElement('div');
  Object.defineProperties(element, { offsetWidth: { value: width }, offsetHeight: { value: height } });
  element.style.direction = direction;
  document.body.append(element);
  placeBeside(anchor, element, { align, gap: 8, edge: 8 });
  element.remove();
  return { top: Number.parseFloat(element.style.top), left: Number.parseFloat(element.style.left) };
};
const rect = (left: number, top: number, width = 40, height = 20): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

test.each([
  ['start', 'ltr', 400],
  ['end', 'ltr', 240],
  ['start', 'rtl', 240],
  ['end', 'rtl', 400],
  ['center', 'ltr', 320],
] as const)('%s in %s lines up with the anchor, under it', (align, direction, left) => {
  expect(placed(rect(400, 300), align, { direction })).toEqual({ top: 328, left });
});

test('where there is no room below it stands above, and at the top of a window that is too low for both', () => {
  expect(placed(rect(400, 700), 'start').top).toBe(592);
  expect(placed(rect(400, 700), 'start', { height: 740 }).top).toBe(8);
});

test('it never leaves the window at a side', () => {
  expect(placed(rect(0, 300), 'end').left).toBe(8);
  expect(placed(rect(1000, 300), 'start').left).toBe(816);
  expect(placed(rect(1000, 300), 'center', { width: 1100 }).left).toBe(8);
});
