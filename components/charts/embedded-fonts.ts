/** The page's own fonts with the characters of a text, as CSS with the font files in it. Empty if the page has none of its own. */
export async function embeddedFonts(text: string): Promise<string> {
  const points = new Set([...text].map((character) => character.codePointAt(0) ?? 0));
  const rules = [...document.styleSheets].flatMap(fontFaces).filter(({ range }) => isUsed(range, points));
  return (await Promise.all(rules.map(embedded))).join("");
}

interface FontFace {
  style: CSSStyleDeclaration;
  url: string;
  range: string;
}

function fontFaces(sheet: CSSStyleSheet): FontFace[] {
  return [...sheet.cssRules].flatMap((rule) => {
    if (!(rule instanceof CSSFontFaceRule) || rule.style.fontStyle === "italic") return [];
    const url = /url\("?([^"()]+)"?\)/u.exec(rule.style.getPropertyValue("src"))?.[1];
    if (url === undefined) return [];
    const base = sheet.href ?? document.baseURI;
    return [{ style: rule.style, url: new URL(url, base).href, range: rule.style.getPropertyValue("unicode-range") }];
  });
}

/** Whether a unicode-range ("U+0-FF, U+131") has one of the characters; without a range it has all. */
function isUsed(range: string, points: ReadonlySet<number>): boolean {
  if (range === "") return true;
  return range.split(",").some((part) => {
    const [from = "", to = from] = part.trim().replace(/^U\+/iu, "").split("-");
    const [low, high] = [Number.parseInt(from.replaceAll("?", "0"), 16), Number.parseInt(to.replaceAll("?", "f"), 16)];
    return [...points].some((point) => point >= low && point <= high);
  });
}

async function embedded({ style, url }: FontFace): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const family = style.getPropertyValue("font-family");
  const weight = style.getPropertyValue("font-weight") || "400";
  return `@font-face{font-family:${family};font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}`;
}
