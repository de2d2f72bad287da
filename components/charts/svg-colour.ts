const known = new Map<string, { colour: string; opacity: number }>();

/** A computed colour (which may be `oklab(…)` or `color-mix`) as hexadecimal with its opacity, which every program reads. */
export function svgColour(css: string): { colour: string; opacity: number } {
  const found = known.get(css);
  if (found) return found;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return { colour: css, opacity: 1 };
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  const read = { colour: alpha === 0 ? "none" : colour, opacity: alpha / 255 };
  known.set(css, read);
  return read;
}
