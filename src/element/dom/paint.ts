import { backgroundBehind, contrast, isDark, over, readColour, toneColours, type Colour } from './colours.js';

/** The bubble's background and text colour, light and dark. */
const SURFACES = { light: ['#ffffff', '#1d2026'], dark: ['#25282d', '#f3f4f6'] } as const;
/** Contrast of text (WCAG 2.2, 1.4.3), and for a person who prefers more (1.4.6). */
const [ENOUGH, MORE] = [4.5, 7];

/** Bounds of the bubble's font size, in CSS pixels. */
const [MIN_FONT, MAX_FONT] = [13, 16];

const read = (text: string): Colour => readColour(text) ?? [0, 0, 0, 1];

const setAll = (node: HTMLElement, values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) node.style.setProperty(name, value);
};

export interface PaintedNodes {
  readonly sign: HTMLElement;
  readonly bubble: HTMLElement;
  /** The line in the page's flow; null if the row is in the bubble. */
  readonly row: HTMLElement | null;
}

/**
 * Gives the element's nodes colours that are readable on their actual background, and the field's font and border
 * radius, by private custom properties (`--_…`) on our own nodes. Nothing in the page is changed.
 */
export const paint = (host: HTMLElement, input: HTMLInputElement, { sign, bubble, row }: PaintedNodes): void => {
  const wanted = matchMedia('(prefers-contrast: more)').matches ? MORE : ENOUGH;
  const style = getComputedStyle(input);
  const { colour: behindField } = backgroundBehind(input, sign);
  const [surface, ink] = SURFACES[isDark(behindField) ? 'dark' : 'light'];
  const own = over(read(style.color), behindField);
  const accent = contrast(own, read(surface)) >= wanted ? style.color : ink;
  const onSurface = toneColours(read(surface), wanted);
  const size = Math.min(Math.max(parseFloat(style.fontSize) * 0.875, MIN_FONT), MAX_FONT);
  setAll(bubble, {
    '--_surface': surface,
    '--_ink': ink,
    '--_accent': accent,
    '--_font': style.fontFamily,
    '--_field': `${input.offsetWidth}px`,
    '--_size': `${size}px`,
    '--_radius': `${Math.min(Math.max(parseFloat(style.borderTopLeftRadius) || 0, 4), 12)}px`,
    ...Object.fromEntries(Object.entries(onSurface).map(([tone, colour]) => [`--_${tone}`, colour])),
  });
  bubble.dir = sign.dir = style.direction;
  // For a page's own colours with `light-dark()`.
  bubble.style.colorScheme = sign.style.colorScheme = style.colorScheme;
  // A ring in the field's background colour separates the sign from the content under it.
  const [r, g, b] = behindField.map((value) => Math.round(value * 255)) as [number, number, number, number];
  setAll(sign, { '--_ring': `rgb(${r} ${g} ${b})`, '--_muted': toneColours(behindField, wanted).muted });
  if (!row) return;
  const behindLine = backgroundBehind(host, sign);
  // On a mixed background the line gets a plain background.
  row.toggleAttribute('data-surface', behindLine.isMixed);
  const [lineSurface] = SURFACES[isDark(behindLine.colour) ? 'dark' : 'light'];
  const colours = toneColours(behindLine.isMixed ? read(lineSurface) : behindLine.colour, wanted);
  setAll(row, {
    '--_surface': lineSurface,
    ...Object.fromEntries(Object.entries(colours).map(([tone, colour]) => [`--_${tone}`, colour])),
  });
};
