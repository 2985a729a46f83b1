/** A box in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Side = 'below' | 'above' | 'right' | 'left';

/** What is placed, and beside what. */
export interface Target {
  readonly field: Box;
  /** Height of the label's words above the field. */
  readonly above: number;
  /** The bubble's size. */
  readonly size: { readonly width: number; readonly height: number };
  readonly isRtl: boolean;
}

/** Room between the bubble and the field, and the window's edge, in CSS pixels. */
const GAP = 6;

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The bubble's box at a side of the field. */
const boxAt = (side: Side, { field, above, size: { width, height }, isRtl }: Target): Box => {
  const start = isRtl ? field.right - width : field.left;
  const middle = (field.top + field.bottom - height) / 2;
  const [left, top] = {
    below: [start, field.bottom + GAP],
    above: [start, field.top - above - GAP - height],
    right: [field.right + GAP, middle],
    left: [field.left - GAP - width, middle],
  }[side] as [number, number];
  return { left, top, right: left + width, bottom: top + height };
};

const isWithin = (low: number, high: number, from: number, to: number): boolean =>
  low >= from + GAP && high <= to - GAP;

const isBeside = (side: Side): boolean => side === 'left' || side === 'right';

/** The place from which this much room is left to both ends of the view; the beginning first. */
const shift = (from: number, size: number, low: number, high: number): number =>
  Math.max(low + GAP, Math.min(from, high - GAP - size));

/**
 * The box at a side of the field, shifted along the field into the view: below and above to the left or right, beside it up or down.
 * Not across: a field that is scrolled away takes its bubble with it.
 */
export const boxInView = (side: Side, target: Target, view: Box): Box => {
  const { width, height } = target.size;
  let { left, top } = boxAt(side, target);
  if (isBeside(side)) top = shift(top, height, view.top, view.bottom);
  else left = shift(left, width, view.left, view.right);
  return { left, top, right: left + width, bottom: top + height };
};

/**
 * Chooses the side of the field where the bubble stands: below it, else above it, after it or before it. It must not cover
 * `buttons`, which send the form or have the focus, and should not cover `others`, such as further fields.
 * @param view the part of the page that is seen.
 * @param isEmpty whether nothing of the page's lies in a box beside the field.
 */
export const chooseSide = (
  target: Target,
  view: Box,
  buttons: readonly Box[],
  others: readonly Box[],
  isEmpty: (box: Box) => boolean,
): Side => {
  const sides: Side[] = target.isRtl ? ['below', 'above', 'left', 'right'] : ['below', 'above', 'right', 'left'];
  const isFree = (side: Side, obstacles: readonly Box[], wantsEmpty = true): boolean => {
    const box = boxInView(side, target, view);
    const fits = isBeside(side)
      ? isWithin(box.left, box.right, view.left, view.right) && (!wantsEmpty || isEmpty(box))
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
