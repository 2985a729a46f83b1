/** Has the workings of this page be `lost` or `late`: `faults.mjs` sees to it. To be called before they are asked for. */
export const befall = (fault: 'lost' | 'late'): void => {
  const { href } = new URL('../../../src/element/workings.ts', import.meta.url);
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports: { [href]: `${href}?${fault}` } });
  document.head.append(map);
};
