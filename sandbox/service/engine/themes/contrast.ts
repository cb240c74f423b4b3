/** Contrast of two `#rrggbb` colours as WCAG 2 defines it: 1 (none) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The one of two text colours that reads better on a fill. */
export function readableOn(fill: string, one: string, other: string): string {
  return contrast(fill, one) >= contrast(fill, other) ? one : other;
}

/** A colour part of the way from one to another; 0 is the first, 1 the second. */
export function mix(from: string, to: string, part: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((value, i) => hex(value + ((b[i] ?? value) - value) * part)).join('')}`;
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
