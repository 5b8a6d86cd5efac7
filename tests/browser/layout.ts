import type { Page } from '@playwright/test';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The visible part of one line of a text. */
interface Text {
  text: string;
  box: Box;
  parent: Element;
  /** The layer of the text. A layer that stays in place while the rest scrolls covers other texts on purpose. */
  layer: Element;
}

/** Finds the faults; runs in the page. One call does all of it, because a call into the page costs as much as the check. */
function findLayoutFaults(): string[] {
  const root = document.documentElement;
  const faults = new Set<string>();
  // Elements that may scroll sideways: rows of choices that a finger can push, and charts.
  const strips = '.tabs, .rail, .az, .category-links, .chart-scroll';
  const unseen = '.skip, script, style, option, noscript, svg, datalist';
  const name = (element: Element): string => `${element.localName}${element.className ? `.${String(element.className).replaceAll(' ', '.')}` : ''}`;

  // Styles are read once for each element, because most elements contain many texts.
  const looks = new Map<
    Element,
    {
      scrollsX: boolean;
      scrollsY: boolean;
      cutsX: boolean;
      cutsY: boolean;
      isDotted: boolean;
      isClamped: boolean;
      isBlock: boolean;
      isLayer: boolean;
      isFixed: boolean;
      isHidden: boolean;
      isInline: boolean;
    }
  >();
  const lookOf = (element: Element) => {
    const present = looks.get(element);
    if (present) return present;
    const style = getComputedStyle(element);
    const [x, y] = [style.overflowX, style.overflowY];
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
    const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const look = {
      scrollsX: scrolls(x),
      scrollsY: scrolls(y),
      cutsX: cuts(x),
      cutsY: cuts(y),
      // An ellipsis shortens only the lines of its own block, not the lines of blocks inside it.
      isDotted: style.textOverflow === 'ellipsis' && !/flex|grid/.test(style.display),
      isClamped: style.webkitLineClamp !== 'none',
      isBlock: !/^(inline|contents)/.test(style.display),
      isLayer: style.position === 'fixed' || style.position === 'sticky',
      isFixed: style.position === 'fixed',
      // Only for screen readers.
      isHidden: style.clipPath.startsWith('inset(50%') || style.clip.startsWith('rect(0px'),
      isInline: style.display === 'inline',
    };
    looks.set(element, look);
    return look;
  };
  const boxes = new Map<Element, DOMRect>();
  const boxOf = (element: Element): DOMRect => {
    const box = boxes.get(element) ?? element.getBoundingClientRect();
    boxes.set(element, box);
    return box;
  };

  // Only strips may scroll sideways.
  if (root.scrollWidth > root.clientWidth + 1) faults.add(`the page is ${root.scrollWidth} px wide`);
  for (const element of document.querySelectorAll('main, main *, [role=dialog], [role=dialog] *, [role=alertdialog], [role=alertdialog] *')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    const { scrollsX } = lookOf(element);
    if (scrollsX && !element.closest(strips)) faults.add(`${name(element)} scrolls to the side: ${element.scrollWidth} in ${element.clientWidth} px`);
  }

  // Texts: each is complete or ends in an ellipsis, and none lies on another text.
  const texts: Text[] = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { currentNode } = nodes;
    const parent = currentNode.parentElement;
    const text = currentNode.textContent?.trim();
    if (!parent || !text || parent.closest(unseen) || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (lines.length === 0) continue;
    let layer: Element | null = null;
    let [isDotted, isClamped, isInBlock] = [false, false, false];
    let isHidden = false;
    let cut = '';
    const seen = lines.map(({ left, right, top, bottom }): Box => ({ left, right, top, bottom }));
    for (let around: Element | null = parent; around && around !== document.body; around = around.parentElement) {
      const look = lookOf(around);
      if (!isInBlock) isDotted = look.isDotted;
      isInBlock ||= look.isBlock;
      isClamped ||= look.isClamped;
      isHidden ||= look.isHidden;
      if (look.cutsX || look.cutsY || look.scrollsX || look.scrollsY) {
        const box = boxOf(around);
        for (const line of seen) {
          const isOutX = look.cutsX && (line.right > box.right + 1 || line.left < box.left - 1);
          const isOutY = look.cutsY && (line.bottom > box.bottom + 3 || line.top < box.top - 3);
          if ((isOutX && !isDotted && !isClamped) || (isOutY && !isClamped)) cut ||= name(around);
          if (look.cutsX || look.scrollsX) Object.assign(line, { left: Math.max(line.left, box.left), right: Math.min(line.right, box.right) });
          if (look.cutsY || look.scrollsY) Object.assign(line, { top: Math.max(line.top, box.top), bottom: Math.min(line.bottom, box.bottom) });
        }
      }
      if (look.isLayer) layer ??= around;
    }
    if (isHidden) continue;
    if (cut) faults.add(`“${text.slice(0, 60)}” is cut in ${cut}`);
    for (const box of seen)
      if (box.right - box.left > 2 && box.bottom - box.top > 2) texts.push({ text, box, layer: layer ?? document.body, parent });
  }
  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [place, one] of texts.entries()) {
    for (let next = place + 1; next < texts.length; next += 1) {
      const other = texts[next];
      if (!other || other.box.top >= one.box.bottom - 4) break;
      if (other.layer !== one.layer || other.parent === one.parent) continue;
      const [left, right] = [Math.max(one.box.left, other.box.left), Math.min(one.box.right, other.box.right)];
      const bottom = Math.min(one.box.bottom, other.box.bottom);
      // The boxes of lines are higher than the letters in them, so boxes may overlap a little.
      if (right - left > 2 && bottom - other.box.top > 6) faults.add(`“${one.text.slice(0, 40)}” and “${other.text.slice(0, 40)}” lie on each other`);
    }
  }

  // Controls: each can be reached, if need be by scrolling.
  for (const control of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (control.closest('.skip, [inert]') || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = control.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const { isInline, isHidden: isUnseen } = lookOf(control);
    let [canScrollX, canScrollY, isHidden, isCut] = [false, false, isUnseen, ''];
    for (let around: Element | null = control.parentElement; around && around !== root; around = around.parentElement) {
      const look = lookOf(around);
      isHidden ||= look.isHidden;
      canScrollX ||= look.scrollsX;
      canScrollY ||= look.scrollsY;
      const edge = boxOf(around);
      // A link is text, which an ellipsis may shorten.
      if (!canScrollX && look.cutsX && !(isInline && look.isDotted) && (box.right > edge.right + 2 || box.left < edge.left - 2))
        isCut ||= name(around);
      if (!canScrollY && look.cutsY && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2)) isCut ||= name(around);
      if (look.isFixed) break;
    }
    if (isHidden) continue;
    const label = `${name(control)} “${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40)}”`;
    if (isCut) faults.add(`${label} is cut in ${isCut}`);
    if (!canScrollX && (box.left < -1 || box.right > root.clientWidth + 1)) faults.add(`${label} is outside the window`);
    if (!canScrollY && root.scrollHeight <= root.clientHeight && (box.top < -1 || box.bottom > innerHeight + 1))
      faults.add(`${label} is below the window`);
  }
  return [...faults];
}

/**
 * The faults in the layout of a page at its present size: a part that scrolls sideways, a text that is cut off without an ellipsis or lies on another
 * text, a control that cannot be reached.
 */
export const layoutFaultsOf = (page: Page): Promise<string[]> => page.evaluate(findLayoutFaults);
