/** Red, green and blue, 0 to 1 each (sRGB), and alpha. */
export type Colour = readonly [number, number, number, number];

const BLACK: Colour = [0, 0, 0, 1];
const WHITE: Colour = [1, 1, 1, 1];

/** A lower contrast of the page's own text shows that the background found is not the one behind the text. */
const UNREADABLE = 1.8;

/** The colours of the tones: on a light and on a dark background. */
const TONES = {
  error: ['#b3261e', '#ffb4ab'],
  warning: ['#7a4f00', '#f5c26b'],
  valid: ['#14602f', '#7fd6a0'],
  muted: ['#4b5563', '#b6c0cd'],
} as const;

export type ToneColours = Record<keyof typeof TONES, string>;

/** Reads a computed colour: `rgb(…)`, `rgba(…)`, `color(srgb …)` or `#rrggbb`; null for others. */
export const readColour = (text: string): Colour | null => {
  const hex = /^#(..)(..)(..)$/.exec(text);
  if (hex) return [...hex.slice(1).map((pair) => parseInt(pair, 16) / 255), 1] as unknown as Colour;
  const [, kind, body = ''] = /^(rgba?|color)\((?:srgb )?([^()]*)\)$/.exec(text.trim()) ?? [];
  if (!kind) return null;
  const numbers = body.split(/[\s,/]+/).map((part) => (part.endsWith('%') ? parseFloat(part) / 100 : parseFloat(part)));
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  if ([red, green, blue, alpha].some(Number.isNaN)) return null;
  const scale = kind === 'color' ? 1 : 255;
  return [red / scale, green / scale, blue / scale, alpha];
};

/** Composites a colour over an opaque one. */
export const over = ([r, g, b, a]: Colour, [br, bg, bb]: Colour): Colour => [
  r * a + br * (1 - a),
  g * a + bg * (1 - a),
  b * a + bb * (1 - a),
  1,
];

/** Relative luminance (WCAG 2.2). */
export const luminance = ([red, green, blue]: Colour): number => {
  const [r, g, b] = [red, green, blue].map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
export const contrast = (a: Colour, b: Colour): number => {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
};

export const isDark = (background: Colour): boolean => contrast(background, WHITE) > contrast(background, BLACK);

/**
 * The tones' colours on a background: the light or dark ones if they are readable, else black or white.
 * @param wanted the contrast ratio, 4.5 or more.
 */
export const toneColours = (background: Colour, wanted: number): ToneColours => {
  const extreme = isDark(background) ? '#ffffff' : '#000000';
  const readable = (choices: readonly string[]): string =>
    choices.find((text) => contrast(readColour(text) ?? BLACK, background) >= wanted) ?? extreme;
  return Object.fromEntries(Object.entries(TONES).map(([tone, choices]) => [tone, readable(choices)])) as ToneColours;
};

const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
};

/** The colours in a gradient's computed value. */
const gradientColours = (image: string, read: (text: string) => Colour | null): Colour[] =>
  (image.match(/(?:rgba?|color|oklch|oklab|lab|lch|hsla?)\([^()]*\)/g) ?? []).map(read).filter((it) => it !== null);

const average = (colours: readonly Colour[]): Colour =>
  [0, 1, 2, 3].map(
    (i) => colours.reduce((sum, colour) => sum + (colour[i] ?? 0), 0) / colours.length,
  ) as unknown as Colour;

/** The background behind an element's content. */
export interface Background {
  readonly colour: Colour;
  /**
   * True if it has an image, a gradient or a backdrop filter: text that is readable at one point may be unreadable
   * beside it.
   */
  readonly isMixed: boolean;
}

/**
 * Finds the background behind an element's content: its own and its ancestors', composited. If the page's text would be
 * unreadable on it, a sibling must lie behind the text: then the result is black or white, whichever makes the text
 * readable.
 * @param probe a node of ours, with which the browser converts any colour to sRGB.
 */
export const backgroundBehind = (element: Element, probe: HTMLElement): Background => {
  const read = (text: string): Colour | null => {
    const known = readColour(text);
    if (known) return known;
    probe.style.color = `color-mix(in srgb, ${text} 100%, transparent)`;
    return readColour(getComputedStyle(probe).color);
  };
  probe.style.color = 'Canvas';
  let colour: Colour = read(getComputedStyle(probe).color) ?? WHITE;
  const layers: Colour[] = [];
  let isMixed = false;
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { backgroundColor, backgroundImage, backdropFilter } = getComputedStyle(at);
    if (backgroundImage !== 'none') {
      const colours = gradientColours(backgroundImage, read);
      if (colours.length) layers.push(average(colours));
      isMixed = true;
    }
    if (backdropFilter && backdropFilter !== 'none') isMixed = true;
    const own = read(backgroundColor);
    if (own && own[3] > 0) layers.push(own);
    if (own?.[3] === 1) break;
  }
  for (const layer of layers.reverse()) colour = over(layer, colour);
  const text = read(getComputedStyle(element).color);
  probe.style.color = '';
  if (text && contrast(over(text, colour), colour) < UNREADABLE) colour = isDark(text) ? WHITE : BLACK;
  return { colour, isMixed };
};
