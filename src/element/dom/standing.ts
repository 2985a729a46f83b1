import { cleanClone } from './description.js';

/** Where a bubble must stand so that it is not inert, closed from outside or outside a focus trap while its input is used. */
const LAYERS = 'dialog, [popover], [role=dialog], [role=alertdialog], [aria-modal=true]';

/** Times that an element is put back after the page took it away; then the page has its way. */
const MAX_RETURNS = 20;
/** After this long, in milliseconds, returns are counted anew. */
const RETURNS_MS = 10_000;

interface BubbleElement extends HTMLElement {
  readonly input: HTMLInputElement | null;
}

/**
 * The input's tree: the nearest dialog or popover, its shadow root, or the document's root element. Of the last, the end lies behind
 * the body: nothing of a page's layout or selectors reaches there, and no framework renders it.
 */
const treeOf = (input: HTMLInputElement): Element | ShadowRoot => {
  const root = input.getRootNode();
  return input.closest(LAYERS) ?? (root instanceof ShadowRoot ? root : document.documentElement);
};

const boxesIn = (tree: Element | ShadowRoot, except: Element): string =>
  [...tree.querySelectorAll('*')]
    .filter((element) => !except.contains(element))
    .map((element) => Object.values(element.getBoundingClientRect().toJSON() as object).join(' '))
    .join();

/** Puts the element into a tree where selectors such as `:last-child` and `* + *` see no difference, if there is such a place. */
const putInto = (tree: Element | ShadowRoot, element: Element, input: HTMLInputElement): void => {
  if (tree === document.documentElement) {
    tree.append(element);
    return;
  }
  const before = boxesIn(tree, element);
  const places: [Node, before: Node | null][] = [
    [tree, null],
    [tree, tree.firstChild],
  ];
  for (let around = input.parentElement; around && around !== tree; around = around.parentElement)
    places.push([around, null]);
  for (const [place, next] of places) {
    // A form's control named `append` hides the method.
    Node.prototype.insertBefore.call(place, element, next);
    if (boxesIn(tree, element) === before) return;
  }
  tree.append(element);
};

const standing = new Set<Standing>();

const isBound = (input: Element): boolean => [...standing].some(({ element }) => element.input === input);

/** One observer for all: inputs and elements come and go, and rows are cloned. */
let observer: MutationObserver | null = null;

const observe = (root: Node): void => {
  observer ??= new MutationObserver((records) => {
    for (const one of standing) one.update();
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const input of [node, ...node.querySelectorAll('input')]) if (!isBound(input)) cleanClone(input);
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
};

/** Keeps an element at the end of its input's tree, for as long as the input is in the page. */
export class Standing {
  readonly element: BubbleElement;
  #input: HTMLInputElement | null = null;
  /** The tree in which the element was put. */
  #tree: Node | null = null;
  #returns = 0;
  #countedFrom = 0;

  constructor(element: BubbleElement) {
    this.element = element;
  }

  start(input: HTMLInputElement): void {
    this.#input = input;
    standing.add(this);
    this.update();
  }

  /** Goes where the input is: back into the page, into a dialog that was opened around it, or out of the page. */
  update(): void {
    const { element } = this;
    const input = this.#input;
    if (!input) return;
    if (!input.isConnected) {
      element.remove();
      // A page with many rows that come and go would keep all of them.
      standing.delete(this);
      return;
    }
    const tree = treeOf(input);
    if (element.isConnected && this.#tree === tree && tree.contains(element)) return;
    if (!element.isConnected && !this.#mayReturn()) return;
    this.#tree = tree;
    observe(input.getRootNode());
    putInto(tree, element, input);
  }

  #mayReturn(): boolean {
    const now = Date.now();
    if (now - this.#countedFrom > RETURNS_MS) {
      this.#countedFrom = now;
      this.#returns = 0;
    }
    return this.#returns++ < MAX_RETURNS;
  }
}
