import { autoUpdate } from '@floating-ui/dom';
import { freeEnd } from './free-end.js';
import { boxInView, chooseSide, overlap, type Box } from './bubble-side.js';
import { windowBox } from './window-box.js';

/** The nodes to position; each may be missing. */
export interface OverlayNodes {
  /** Lies over the end of the field, inside it. */
  readonly sign: HTMLElement | null;
  readonly bubble: HTMLElement | null;
  /** The line under the field, which the bubble does not cover. */
  readonly row: HTMLElement | null;
  /** The controls of the input's form. */
  readonly controls: () => HTMLElement[];
}

/**
 * Distance of the sign from the field's edge, in CSS pixels, and the padding from which the page probably has an icon
 * there.
 */
const SIGN_INSET = 10;
const ICON_PADDING = 30;
/** Bounds of the distance between a label's top and the field, in CSS pixels, within which the label is kept free. */
const [MIN_LABEL, MAX_LABEL] = [8, 60];

/** Interval of the checks for something that covers the field, in ms. */
const POLL_MS = 400;

const isRtl = (input: HTMLElement): boolean => getComputedStyle(input).direction === 'rtl';

/** The focused element, in shadow trees too. */
const activeElement = (): Element | null => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
};

const boxesOf = (elements: Iterable<Element | null | undefined>): Box[] =>
  [...elements].flatMap((element) => (element ? [windowBox(element)] : [])).filter(({ width }) => width > 0);

/** The field's box, and the height of its label above it. */
const fieldBox = (input: HTMLInputElement): { field: Box; labelHeight: number } => {
  const field = windowBox(input);
  const heights = [...(input.labels ?? [])]
    .map((label) => field.top - windowBox(label).top)
    .filter((height) => height >= MIN_LABEL && height <= MAX_LABEL);
  return { field, labelHeight: Math.max(0, ...heights) };
};

/** A form's control named `contains` hides the method. */
const contains = (outer: Element, inner: Element): boolean => Node.prototype.contains.call(outer, inner);

/**
 * True if the page draws media, a background or text in a box. The form and its ancestors do not count. Tests nine
 * points.
 */
const isDrawnIn = (box: Box, form: Element): boolean =>
  [box.left, (box.left + box.right) / 2, box.right].some((x) =>
    [box.top, (box.top + box.bottom) / 2, box.bottom].some((y) => {
      const hit = document.elementFromPoint(x, y);
      if (hit === null || contains(hit, form)) return false;
      if (hit.matches('img, svg, svg *, video, canvas, iframe')) return true;
      const { backgroundColor, backgroundImage } = getComputedStyle(hit);
      if (backgroundImage !== 'none' || !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return true;
      const range = document.createRange();
      return [...hit.childNodes].some((node) => {
        if (!(node instanceof Text)) return false;
        range.selectNodeContents(node);
        return [...range.getClientRects()].some((line) => overlap(line, box));
      });
    }),
  );

const boxFor = (input: HTMLInputElement, { row, controls: all }: OverlayNodes, bubble: HTMLElement): Box => {
  const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  const controls = all().filter((control) => control !== input);
  const isButton = (control: Element): boolean => control.matches('button, input[type=submit], input[type=image]');
  const active = activeElement();
  const focused = active === input || active === document.body || (active && bubble.contains(active)) ? null : active;
  const layout = { ...fieldBox(input), size: windowBox(bubble), isRtl: isRtl(input) };
  const side = chooseSide(
    layout,
    view,
    boxesOf([...controls.filter(isButton), focused]),
    // An empty field without focus may be covered.
    boxesOf([...controls.filter((control) => (control as HTMLInputElement).value), row]),
    (box) => !isDrawnIn(box, input.form ?? input),
  );
  return boxInView(side, layout, view);
};

/**
 * True if something else is on top of an element at a point. Firefox finds in a shadow root only its own nodes, so each
 * tree is asked.
 */
const isUnder = (element: Element, x: number, y: number): boolean => {
  const root = element.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(x, y);
  if (hit === null || !(contains(hit, element) || hit.matches('email-verify'))) return true;
  return root instanceof ShadowRoot && isUnder(root.host, x, y);
};

/** True if the field is hidden at a point: by a sticky header, a modal or the edge of a scroll container. */
const isCovered = (input: HTMLInputElement, x: number, y: number): boolean =>
  !input.isConnected || getComputedStyle(input).visibility !== 'visible' || isUnder(input, x, y);

/** Moves a node's top left corner to a point of the window, whatever its containing block and zoom are. */
const moveTo = (node: HTMLElement, x: number, y: number): void => {
  const { left, top, width } = windowBox(node);
  const zoom = width / node.offsetWidth || 1;
  const move = (name: 'left' | 'top', by: number): void => {
    if (Math.abs(by) > 0.1) node.style[name] = `${(parseFloat(node.style[name]) || 0) + by / zoom}px`;
  };
  move('left', x - left);
  move('top', y - top);
};

const placeBubble = (input: HTMLInputElement, nodes: OverlayNodes, bubble: HTMLElement): void => {
  const { left, top } = boxFor(input, nodes, bubble);
  moveTo(bubble, left, top);
  const field = windowBox(input);
  const y = (field.top + field.bottom) / 2;
  const points = [field.left + 2, (field.left + field.right) / 2, field.right - 2];
  bubble.style.visibility = points.every((x) => isCovered(input, x, y)) ? 'hidden' : '';
};

const placeSign = (input: HTMLInputElement, sign: HTMLElement): void => {
  const padding = parseFloat(getComputedStyle(input).paddingInlineEnd);
  const inset = padding >= ICON_PADDING ? padding : SIGN_INSET;
  const field = windowBox(input);
  const { width, height } = windowBox(sign);
  const rtl = isRtl(input);
  const top = (field.top + field.bottom - height) / 2;
  /** The left edge of a box at a distance from the field's end. */
  const leftOf = (distance: number, size: number): number =>
    rtl ? field.left + distance : field.right - distance - size;
  const isFree = (distance: number, size: number): boolean => {
    const left = leftOf(distance, size);
    return [top + height / 2, Math.max(top, field.top), Math.min(top + height, field.bottom) - 1].every((y) =>
      [left + size / 2, left, left + size].every((x) => !isCovered(input, x, y)),
    );
  };
  const sizes = { sign: width, width: field.width, height: field.height };
  const distance = freeEnd(input, inset, sizes, isFree, rtl);
  moveTo(sign, leftOf(distance ?? inset, width), top);
  sign.style.visibility = distance === null ? 'hidden' : '';
};

/** Keeps the sign and the bubble at an input until `stop` is called. `update` positions them at once. */
export const keepPositioned = (
  input: HTMLInputElement,
  nodes: OverlayNodes,
): { update: () => void; stop: () => void } => {
  const { sign, bubble } = nodes;
  const update = (): void => {
    if (bubble) placeBubble(input, nodes, bubble);
    if (sign) placeSign(input, sign);
  };
  const floating = bubble ?? sign;
  const stopUpdates = floating ? autoUpdate(input, floating, update) : () => undefined;
  const listening = new AbortController();
  // A dialog that covers the field changes neither its size nor its position.
  const timer = setInterval(update, POLL_MS);
  for (const type of ['focusin', 'click', 'transitionend'])
    window.addEventListener(type, update, { capture: true, passive: true, signal: listening.signal });
  return {
    update,
    stop: () => {
      clearInterval(timer);
      listening.abort();
      stopUpdates();
    },
  };
};
