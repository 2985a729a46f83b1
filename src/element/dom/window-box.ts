const zoomOf = (element: Element | null): number => {
  if (!element) return 1;
  const root = element.getRootNode();
  const around = element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return (parseFloat(getComputedStyle(element).zoom) || 1) * zoomOf(around);
};

/**
 * The box of an element in the window's pixels, as `elementFromPoint()` takes them. Browsers without `currentCSSZoom` (WebKit) leave the
 * `zoom` of the element and of what is around it out of its rectangle.
 */
export const windowBox = (element: Element): DOMRectReadOnly => {
  const box = element.getBoundingClientRect();
  if ('currentCSSZoom' in Element.prototype) return box;
  const zoom = zoomOf(element);
  return new DOMRectReadOnly(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom);
};
