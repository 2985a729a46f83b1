const zoomOf = (element: Element | null): number => {
  if (!element) return 1;
  const root = element.getRootNode();
  const around = element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return (parseFloat(getComputedStyle(element).zoom) || 1) * zoomOf(around);
};

/**
 * The rectangle of an element in the window's pixels, as `elementFromPoint()` takes them. In browsers without
 * `currentCSSZoom` (WebKit), `getBoundingClientRect()` ignores the `zoom` of the element and its ancestors.
 */
export const windowBox = (element: Element): DOMRectReadOnly => {
  const box = element.getBoundingClientRect();
  if ('currentCSSZoom' in Element.prototype) return box;
  const zoom = zoomOf(element);
  return new DOMRectReadOnly(box.x * zoom, box.y * zoom, box.width * zoom, box.height * zoom);
};
