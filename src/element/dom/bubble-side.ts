/** A box in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Side = 'below' | 'above' | 'right' | 'left';

/** The geometry of the bubble and its field. */
export interface Layout {
  readonly field: Box;
  /** Height of the label's text above the field. */
  readonly labelHeight: number;
  /** The bubble's size. */
  readonly size: { readonly width: number; readonly height: number };
  readonly isRtl: boolean;
}

/** Distance of the bubble from the field, and from the window's edges, in CSS pixels. */
const GAP = 6;

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The bubble's box on a side of the field. */
const boxAt = (side: Side, { field, labelHeight, size: { width, height }, isRtl }: Layout): Box => {
  const start = isRtl ? field.right - width : field.left;
  const middle = (field.top + field.bottom - height) / 2;
  const [left, top] = {
    below: [start, field.bottom + GAP],
    above: [start, field.top - labelHeight - GAP - height],
    right: [field.right + GAP, middle],
    left: [field.left - GAP - width, middle],
  }[side] as [number, number];
  return { left, top, right: left + width, bottom: top + height };
};

const isWithin = (low: number, high: number, from: number, to: number): boolean =>
  low >= from + GAP && high <= to - GAP;

const isBeside = (side: Side): boolean => side === 'left' || side === 'right';

/**
 * Shifts a start so that the box keeps its distance from both ends of the view, or from the low end if it is too large.
 */
const shift = (from: number, size: number, low: number, high: number): number =>
  Math.max(low + GAP, Math.min(from, high - GAP - size));

/**
 * The bubble's box on a side of the field, shifted into the view along that side, but not across it: a field that is
 * scrolled away takes its bubble with it.
 */
export const boxInView = (side: Side, layout: Layout, view: Box): Box => {
  const { width, height } = layout.size;
  let { left, top } = boxAt(side, layout);
  if (isBeside(side)) top = shift(top, height, view.top, view.bottom);
  else left = shift(left, width, view.left, view.right);
  return { left, top, right: left + width, bottom: top + height };
};

/**
 * Chooses the bubble's side: below the field, else above, after or before it. The bubble must not cover `buttons`,
 * which submit the form or have the focus, and should not cover `others`, such as further fields.
 * @param view the visible part of the page.
 * @param isEmpty returns true if the page draws nothing in a box beside the field.
 */
export const chooseSide = (
  layout: Layout,
  view: Box,
  buttons: readonly Box[],
  others: readonly Box[],
  isEmpty: (box: Box) => boolean,
): Side => {
  const sides: Side[] = layout.isRtl ? ['below', 'above', 'left', 'right'] : ['below', 'above', 'right', 'left'];
  const isFree = (side: Side, obstacles: readonly Box[], mustBeEmpty = true): boolean => {
    const box = boxInView(side, layout, view);
    const fits = isBeside(side)
      ? isWithin(box.left, box.right, view.left, view.right) && (!mustBeEmpty || isEmpty(box))
      : isWithin(box.top, box.bottom, view.top, view.bottom);
    return fits && !obstacles.some((obstacle) => overlap(box, obstacle));
  };
  return (
    sides.find((side) => isFree(side, [...buttons, ...others])) ??
    sides.find((side) => isFree(side, buttons)) ??
    sides.find((side) => isFree(side, buttons, false)) ??
    sides.find((side) => isFree(side, [], false)) ??
    'below'
  );
};
