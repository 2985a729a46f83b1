import { cleanClone } from './description.js';
import { RepeatLimit } from './repeat-limit.js';

/**
 * Containers that make everything outside inert, trap the focus or close on an outside click: the host must be inside.
 */
const LAYERS = 'dialog, [popover], [role=dialog], [role=alertdialog], [aria-modal=true]';

interface Host extends HTMLElement {
  readonly input: HTMLInputElement | null;
}

/**
 * The tree for the host: the nearest dialog or popover, the input's shadow root, or `<html>`. The end of `<html>`,
 * after the body, is outside a page's layout and selectors, and no framework renders it.
 */
const treeOf = (input: HTMLInputElement): Element | ShadowRoot => {
  const root = input.getRootNode();
  return input.closest(LAYERS) ?? (root instanceof ShadowRoot ? root : document.documentElement);
};

/** The rectangles of all elements of a tree, as text for comparison. */
const rectanglesIn = (tree: Element | ShadowRoot, except: Element): string =>
  [...tree.querySelectorAll('*')]
    .filter((element) => !except.contains(element))
    .map((element) => Object.values(element.getBoundingClientRect().toJSON() as object).join(' '))
    .join();

/**
 * Inserts the host at a place where it moves nothing, whatever selectors such as `:last-child` and `* + *` do, if there
 * is such a place.
 */
const insertInto = (tree: Element | ShadowRoot, element: Element, input: HTMLInputElement): void => {
  if (tree === document.documentElement) {
    tree.append(element);
    return;
  }
  const before = rectanglesIn(tree, element);
  const places: [Node, before: Node | null][] = [
    [tree, null],
    [tree, tree.firstChild],
  ];
  for (let around = input.parentElement; around && around !== tree; around = around.parentElement)
    places.push([around, null]);
  for (const [place, next] of places) {
    // A form's control named `insertBefore` hides the method.
    Node.prototype.insertBefore.call(place, element, next);
    if (rectanglesIn(tree, element) === before) return;
  }
  tree.append(element);
};

const hosts = new Set<DetachedHost>();

const isBound = (input: Element): boolean => [...hosts].some(({ element }) => element.input === input);

/** One observer for all hosts, since inputs and hosts come and go, and rows are cloned. */
let observer: MutationObserver | null = null;

const observe = (root: Node): void => {
  observer ??= new MutationObserver((records) => {
    for (const host of hosts) host.update();
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const input of [node, ...node.querySelectorAll('input')]) if (!isBound(input)) cleanClone(input);
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
};

/** Keeps a detached host at the end of its input's tree, as long as the input is in the page. */
export class DetachedHost {
  readonly element: Host;
  #input: HTMLInputElement | null = null;
  /** The tree that the host was inserted into. */
  #tree: Node | null = null;
  readonly #returns = new RepeatLimit();

  constructor(element: Host) {
    this.element = element;
  }

  start(input: HTMLInputElement): void {
    this.#input = input;
    hosts.add(this);
    this.update();
  }

  /** Moves the host to the input's tree; removes it after the input has left the page. */
  update(): void {
    const { element } = this;
    const input = this.#input;
    if (!input) return;
    if (!input.isConnected) {
      element.remove();
      // Otherwise a page that adds and removes rows would keep all of their hosts in memory.
      hosts.delete(this);
      return;
    }
    const tree = treeOf(input);
    if (element.isConnected && this.#tree === tree && tree.contains(element)) return;
    if (!element.isConnected && !this.#returns.mayRepeat()) return;
    this.#tree = tree;
    observe(input.getRootNode());
    insertInto(tree, element, input);
  }
}
