import { embeddedFonts } from "./embedded-fonts";
import { drawElement, escaped } from "./svg-of-element";

/** A picture of a part of the page that needs nothing else: plain SVG shapes and text, colours and fonts included. */
interface PanelImage {
  svg: string;
  width: number;
  height: number;
}

const widths = { least: 560, most: 1400 };

/**
 * The part of the page as a picture with its title above and its caption below, always in the light theme. What is marked `data-screen-only`, and
 * what only screen readers get, is left out; parts that scroll are shown in full.
 */
export async function panelImage(part: HTMLElement, { title, caption }: { title: string; caption: string }): Promise<PanelImage> {
  const copy = laidOut(part, title, caption);
  const root = document.documentElement;
  const wasDark = root.classList.contains("dark");
  const wasScheme = root.style.colorScheme;
  // Nothing is painted before both are back, because all that is read in between is read at once.
  root.classList.remove("dark");
  root.style.colorScheme = "light";
  let drawn: { shapes: string; text: string; width: number; height: number };
  try {
    document.body.append(copy);
    showAll(copy);
    const { width, height } = copy.getBoundingClientRect();
    drawn = { shapes: drawElement(copy), text: copy.textContent, width: Math.ceil(width), height: Math.ceil(height) };
  } finally {
    copy.remove();
    if (wasDark) root.classList.add("dark");
    root.style.colorScheme = wasScheme;
  }
  const { shapes, text, width, height } = drawn;
  const fonts = await embeddedFonts(text);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(title)}</title><desc>${escaped(caption)}</desc>`,
    fonts === "" ? "" : `<style>${fonts}</style>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    shapes,
    "</svg>",
  ].join("\n");
  return { svg, width, height };
}

/** The picture as PNG, at three times its size, so that it prints sharply. */
export async function pngOf({ svg, width, height }: PanelImage): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode().catch((cause: unknown) => {
    throw new Error("This browser cannot draw the picture as PNG. Save it as SVG.", { cause });
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * 3, height * 3];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large to draw."))), "image/png"),
  );
}

/** A copy outside the window, without controls, with title and caption. */
function laidOut(part: HTMLElement, title: string, caption: string): HTMLElement {
  const copy = document.createElement("div");
  copy.inert = true;
  const width = Math.min(widths.most, Math.max(widths.least, part.getBoundingClientRect().width));
  copy.style.cssText = `position:fixed;left:-20000px;top:0;width:${width}px;padding:16px;background:#fff;color:var(--ink)`;
  const body = part.cloneNode(true) as HTMLElement;
  for (const control of body.querySelectorAll("[data-screen-only], .sr-only, details:not([open])")) control.remove();
  const heading = document.createElement("p");
  heading.textContent = title;
  heading.style.cssText = "font-size:15px;line-height:20px;font-weight:620;margin-bottom:12px";
  const below = document.createElement("p");
  below.textContent = caption;
  below.style.cssText = "font-size:11px;line-height:16px;margin-top:12px;color:var(--soft)";
  const still = document.createElement("style");
  still.textContent = "*{transition:none!important;animation:none!important}";
  copy.append(still, heading, body, below);
  return copy;
}

/** Shows what would be cut off or scrolled, and widens the copy to what it holds. */
function showAll(copy: HTMLElement): void {
  for (const element of copy.querySelectorAll<HTMLElement>("*")) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (textOverflow === "ellipsis") Object.assign(element.style, { whiteSpace: "normal", overflowWrap: "anywhere" });
    if (overflowX === "auto" || overflowX === "scroll") element.style.overflow = "visible";
  }
  const { left, width } = copy.getBoundingClientRect();
  // What is not laid out has no box, and no place.
  const boxes = [...copy.querySelectorAll("*")].map((element) => element.getBoundingClientRect()).filter((box) => box.width > 0);
  const right = Math.max(left + width - 16, ...boxes.map((box) => box.right));
  if (right - left + 16 > width) copy.style.width = `${Math.ceil(right - left + 16)}px`;
}
