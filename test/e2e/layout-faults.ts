/**
 * For the page: names every control that something else covers at its centre, those of a dialog that lie off at a
 * side, and every text that runs out of its box, its cell, its button or the window. Boxes that scroll sideways by
 * themselves (code, tables) may be wider than they show.
 */
export const LAYOUT_FAULTS = `(() => {
  const name = (element) => {
    const words = (element.getAttribute('aria-label') ?? (element.textContent || String(element.className)))
      .trim()
      .replace(/\\s+/g, ' ')
      .slice(0, 40);
    return element.tagName.toLowerCase() + ' "' + words + '"';
  };
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null;
  const styleOf = (element) => getComputedStyle(element);
  const ancestors = (element) => {
    const found = [];
    for (let one = element; one && one !== document.documentElement; one = one.parentElement) found.push(one);
    return found;
  };
  /* What is half scrolled away at an edge counts as out of sight. */
  const isWithin = (x, y, box) => x > box.left + 4 && x < box.right - 4 && y > box.top + 4 && y < box.bottom - 4;
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  /* In the window, and in what every box around it shows. */
  const isInView = (element, x, y) =>
    isWithin(x, y, window_) &&
    ancestors(element.parentElement).every(
      (one) => styleOf(one).overflow === 'visible' || isWithin(x, y, one.getBoundingClientRect()),
    );

  /* A menu that a person has opened, and a heading that stays while its text scrolls under it. */
  const isMeantOver = (hit, control) =>
    ancestors(hit).some(
      (one) =>
        one.matches('[role="menu"], [role="listbox"], [popover]') ||
        (styleOf(one).position === 'sticky' && one.parentElement.contains(control)),
    );

  const dialogs = [...document.querySelectorAll('dialog:modal')];
  /* The topmost has the focus, wherever it stands in the document. */
  const root = document.activeElement?.closest('dialog:modal') ?? dialogs.at(-1) ?? document;

  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role="switch"], [role="tab"], ' +
    '[role="menuitem"], [role="menuitemradio"], [role="option"]';
  const covered = [...root.querySelectorAll(CONTROLS)].filter(isShown).flatMap((control) => {
    const [box] = control.getClientRects();
    if (!box || box.width < 2 || box.height < 2 || styleOf(control).pointerEvents === 'none') return [];
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (!isInView(control, x, y)) return [];
    const hit = document.elementFromPoint(x, y);
    const isOwn = [control, ...(control.labels ?? [])].some((one) => one.contains(hit));
    return isOwn || hit === null || isMeantOver(hit, control) ? [] : [name(control) + ' is covered by ' + name(hit)];
  });

  /* Nobody looks for a button beside the window: in a dialog none waits there, or in a box that scrolls sideways. */
  const isOffSide = (control) => {
    const { left, right, width } = control.getBoundingClientRect();
    const boxes = ancestors(control.parentElement)
      .filter((one) => root.contains(one) && styleOf(one).overflowX !== 'visible')
      .map((one) => one.getBoundingClientRect());
    return width > 1 && [window_, ...boxes].some((box) => left < box.left - 1 || right > box.right + 1);
  };
  const offSide =
    root === document
      ? []
      : [...root.querySelectorAll(CONTROLS)]
          .filter((control) => isShown(control) && isOffSide(control))
          .map((control) => name(control) + ' lies off at the side');

  const scrollsSideways = (element, { overflowX }) =>
    overflowX !== 'hidden' &&
    overflowX !== 'clip' &&
    (element.matches('pre, textarea, input, select') || element.scrollHeight <= element.clientHeight + 2);
  const cut = [];
  const walker = document.createTreeWalker(root === document ? document.body : root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || !isShown(parent) || parent.closest('script, style, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length === 0) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    let edges = window_;
    let isHandled = false;
    let isOverBox = false;
    for (const one of ancestors(parent)) {
      const style = styleOf(one);
      const box = one.getBoundingClientRect();
      /* A table may scroll, but no text of it may lie over the column beside it; nor one of a button beside that. */
      const isOwnBox =
        style.display === 'table-cell' ||
        (style.overflowX === 'visible' && one.matches('button, [role="tab"], summary'));
      isOverBox = isOwnBox && (left < box.left - 2 || right > box.right + 2);
      if (isOverBox) break;
      if (style.display === 'inline' || style.overflowX === 'visible') continue;
      const isHidden = box.width < 2 || box.height < 2 || style.clipPath !== 'none';
      isHandled =
        isHidden ||
        style.textOverflow === 'ellipsis' ||
        style.webkitLineClamp !== 'none' ||
        scrollsSideways(one, style);
      if (isHandled) break;
      if (box.left > edges.left || box.right < edges.right)
        edges = { left: Math.max(edges.left, box.left), right: Math.min(edges.right, box.right) };
    }
    if (isOverBox || (!isHandled && (left < edges.left - 2 || right > edges.right + 2)))
      cut.push(
        'text "' +
          node.data.trim().slice(0, 40) +
          '" runs out of its box, in ' +
          ancestors(parent)
            .slice(0, 4)
            .map((one) => one.tagName.toLowerCase() + '.' + one.className)
            .join(' < '),
      );
  }
  const { scrollWidth } = document.documentElement;
  return [
    ...covered,
    ...offSide,
    ...cut,
    ...(scrollWidth > innerWidth ? ['the page is ' + scrollWidth + ' px wide'] : []),
  ];
})()`;
