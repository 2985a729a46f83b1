/** Contrast as WCAG 2.2 defines it, of colours that may be translucent and in any notation of CSS. */

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** The colour that results when each layer is painted over the one before: red, green and blue, 0 to 255. */
const painted = (layers: readonly string[]): number[] => {
  for (const color of layers) {
    // A colour that the canvas does not know would leave the one before.
    canvas.fillStyle = '#010203';
    canvas.fillStyle = color;
    if (canvas.fillStyle === '#010203') throw new Error(`${color} is no colour.`);
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};

const luminance = (color: number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of a colour with what it lies on: layers, the lowest first. The lowest is opaque. */
export const contrast = (color: string, ground: readonly string[]): number => {
  const [a, b] = [luminance(painted([...ground, color])), luminance(painted(ground))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};
