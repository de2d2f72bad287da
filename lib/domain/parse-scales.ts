import { parseScale, type Scale } from "./criterion";

/** The scales given with an import: one for all criteria, or several by name. */
export interface GivenScales {
  scale?: Scale;
  scales?: Record<string, Scale>;
}

/** Parses one scale (`1-5`, `true|false`), or several by criterion (`quality=1-5,length=0-100`); null if the text is neither. */
export function parseScales(text: string): GivenScales | null {
  if (!text.includes("=")) {
    const scale = parseScale(text);
    return scale && { scale };
  }
  const scales: Record<string, Scale> = {};
  for (const part of text.split(",")) {
    const cut = part.lastIndexOf("=");
    const [name, scale] = [part.slice(0, cut).trim(), parseScale(part.slice(cut + 1).trim())];
    if (cut < 1 || name === "" || scale === null || Object.hasOwn(scales, name)) return null;
    scales[name] = scale;
  }
  return { scales };
}
