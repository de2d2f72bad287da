import { svgColour } from "./svg-colour";

/** Text without the characters that may not be in XML at all. */
const allowedInXml = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, " ");

/** Text for XML. */
export const escaped = (text: string): string =>
  allowedInXml(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

interface Origin {
  left: number;
  top: number;
}

/** What an element shows, as SVG shapes and lines of text in place; the element's corner is the origin. */
export function drawElement(element: HTMLElement): string {
  const { left, top } = element.getBoundingClientRect();
  return drawNodes(element, { left, top }).join("\n");
}

function drawNodes(parent: Element, origin: Origin): string[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node instanceof Text) return drawText(node, parent, origin);
    if (!(node instanceof Element)) return [];
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return [];
    if (node instanceof SVGSVGElement) return [drawSvg(node, origin)];
    return [...drawBox(node, style, origin), ...drawNodes(node, origin)];
  });
}

const round = (value: number) => String(Number(value.toFixed(2)));

/** The attributes of a colour: "fill" or "stroke", with its opacity if it has one. */
function painted(name: "fill" | "stroke", css: string): string {
  const { colour, opacity } = svgColour(css);
  return `${name}="${colour}"${opacity < 1 ? ` ${name}-opacity="${round(opacity)}"` : ""}`;
}

const isPainted = (css: string) => svgColour(css).opacity > 0;

function drawBox(element: Element, style: CSSStyleDeclaration, origin: Origin): string[] {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return [];
  const place = `x="${round(box.left - origin.left)}" y="${round(box.top - origin.top)}" width="${round(box.width)}" height="${round(box.height)}"`;
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
  const round4 = radius > 0 ? ` rx="${round(radius)}"` : "";
  return [
    ...(isPainted(style.backgroundColor) ? [`<rect ${place}${round4} ${painted("fill", style.backgroundColor)}/>`] : []),
    ...(style.backgroundImage.startsWith("repeating-linear-gradient") ? hatching(box, origin) : []),
    ...borders(box, style, origin, place + round4),
  ];
}

/** Diagonal lines over a box, as the page hatches it. */
function hatching(box: DOMRect, origin: Origin): string[] {
  const [left, top, right, bottom] = [box.left - origin.left, box.top - origin.top, box.right - origin.left, box.bottom - origin.top];
  const lines: string[] = [];
  for (let along = left + 8; along < right + box.height; along += 8) {
    const [x1, y1] = along <= right ? [along, top] : [right, top + along - right];
    const [x2, y2] = along - left <= box.height ? [left, top + along - left] : [along - box.height, bottom];
    lines.push(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`);
  }
  return [`<path d="${lines.join("")}" stroke="#928d84" stroke-opacity="0.5" fill="none"/>`];
}

const sides = ["Top", "Right", "Bottom", "Left"] as const;

function borders(box: DOMRect, style: CSSStyleDeclaration, origin: Origin, place: string): string[] {
  const of = sides.map((side) => ({
    side,
    width: style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]),
    colour: style[`border${side}Color`],
    dashes: style[`border${side}Style`] === "dashed" ? ' stroke-dasharray="3 3"' : "",
  }));
  const shown = of.filter(({ width, colour }) => width > 0 && isPainted(colour));
  const [first] = shown;
  if (first && shown.length === 4 && shown.every(({ colour, width }) => colour === first.colour && width === first.width)) {
    return [`<rect ${place} fill="none" ${painted("stroke", first.colour)} stroke-width="${round(first.width)}"${first.dashes}/>`];
  }
  const [left, top, right, bottom] = [box.left - origin.left, box.top - origin.top, box.right - origin.left, box.bottom - origin.top];
  const ends = {
    Top: [left, top, right, top],
    Right: [right, top, right, bottom],
    Bottom: [left, bottom, right, bottom],
    Left: [left, top, left, bottom],
  };
  return shown.map(({ side, width, colour, dashes }) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ends[side];
    const line = `x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"`;
    return `<line ${line} ${painted("stroke", colour)} stroke-width="${round(width)}"${dashes}/>`;
  });
}

const svgProperties = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** A drawing inside the page, at its place, with the colours that the page's classes give it. */
function drawSvg(svg: SVGSVGElement, origin: Origin): string {
  const box = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  for (const [index, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const from = originals[index];
    if (from === undefined) continue;
    const style = getComputedStyle(from);
    for (const name of svgProperties) {
      const value = style.getPropertyValue(name);
      if (name === "fill" || name === "stroke") {
        const { colour, opacity } = value === "none" ? { colour: "none", opacity: 1 } : svgColour(value);
        element.setAttribute(name, colour);
        if (opacity < 1) element.setAttribute(`${name}-opacity`, round(opacity));
      } else if (value !== "" && value !== "none") element.setAttribute(name, value);
    }
    for (const name of ["class", "style", "aria-hidden", "role", "aria-label"]) element.removeAttribute(name);
  }
  // Links lead into this page, and what a pointer shows is no part of a picture.
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  for (const title of copy.querySelectorAll("title")) title.remove();
  const place = { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, round(value));
  copy.setAttribute("overflow", "visible");
  return allowedInXml(new XMLSerializer().serializeToString(copy));
}

/** A text node, one element for each line it is broken into, held at the edge it is aligned with, so that another font does not move it. */
function drawText(node: Text, parent: Element, origin: Origin): string[] {
  if (node.data.trim() === "") return [];
  const style = getComputedStyle(parent);
  return linesOf(node).map(({ text, box }) => {
    const { x, anchor } = alignment(style, text, box);
    const rtl = isRightToLeft(style, text);
    const y = box.bottom - descent(style, box) - origin.top;
    const font = `font-family="${escaped(style.fontFamily)}" font-size="${round(Number.parseFloat(style.fontSize))}" font-weight="${style.fontWeight}"`;
    const place = `x="${round(x - origin.left)}" y="${round(y)}" text-anchor="${anchor}"${rtl ? ' direction="rtl"' : ""}`;
    return `<text ${place} ${font} ${painted("fill", style.color)}>${escaped(text)}</text>`;
  });
}

interface Line {
  text: string;
  box: DOMRect;
}

function linesOf(node: Text): Line[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
  const [first] = boxes;
  const tidy = (text: string) => text.replace(/[ \t\r\n]+/gu, " ").trim();
  if (first === undefined) return [];
  if (boxes.every(({ top }) => top === first.top)) return [{ text: tidy(node.data), box: range.getBoundingClientRect() }];
  const lines: { from: number; to: number; top: number }[] = [];
  for (let index = 0; index < node.data.length; index++) {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    const box = range.getClientRects()[0];
    if (box === undefined || box.width === 0) continue;
    const last = lines.at(-1);
    if (last && Math.abs(last.top - box.top) < 1) last.to = index + 1;
    else lines.push({ from: index, to: index + 1, top: box.top });
  }
  return lines.map(({ from, to }) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return { text: tidy(node.data.slice(from, to)), box: range.getBoundingClientRect() };
  });
}

/** Hebrew, Arabic and their neighbours, as the first letter. */
const startsRightToLeft = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const isRightToLeft = (style: CSSStyleDeclaration, text: string) => style.direction === "rtl" || startsRightToLeft.test(text);

function alignment(style: CSSStyleDeclaration, text: string, box: DOMRect): { x: number; anchor: string } {
  const rtl = isRightToLeft(style, text);
  if (style.textAlign === "center") return { x: box.left + box.width / 2, anchor: "middle" };
  const atRight = style.textAlign === "right" || style.textAlign === "end" || rtl;
  return { x: atRight ? box.right : box.left, anchor: atRight && !rtl ? "end" : "start" };
}

let context: CanvasRenderingContext2D | null = null;

/** How far the font reaches below its baseline. */
function descent(style: CSSStyleDeclaration, box: DOMRect): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) return box.height * 0.21;
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText("x");
  return (below / (above + below)) * box.height;
}
