/**
 * Texts that would run code if a page put them in as markup, or followed them as an address. Each calls `hit` with its number, which a journey counts.
 * What is between double braces is encoded once it has its number. Every text is a way in that some product has had.
 */
const templates: readonly string[] = [
  "<script>hit(N)</script>",
  '"><script>hit(N)</script>',
  "</title></textarea></style></script><script>hit(N)</script>",
  "<img src=x onerror=hit(N)>",
  "<img src=x onerror=hit(N)//",
  "\"><img src=x onerror='hit(N)'>",
  "<svg onload=hit(N)>",
  "<svg><animate onbegin=hit(N) attributeName=x dur=1s>",
  "<svg><script>hit(N)</script></svg>",
  '<math><mtext><table><mglyph><style><img src=x onerror="hit(N)">',
  '<noscript><p title="</noscript><img src=x onerror=hit(N)>">',
  "<!--><img src=x onerror=hit(N)>-->",
  '<iframe srcdoc="<script>parent.hit(N)</script>"></iframe>',
  '<iframe src="javascript:parent.hit(N)"></iframe>',
  '<object data="javascript:hit(N)"></object><embed src="javascript:hit(N)">',
  "<details open ontoggle=hit(N)>",
  "<input autofocus onfocus=hit(N)>",
  "<video><source onerror=hit(N)></video>",
  "<marquee onstart=hit(N)>",
  '<form><button formaction="javascript:hit(N)">send</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:hit(N)">',
  '<base href="javascript:hit(N)//">',
  '<a href="javascript:hit(N)">here</a>',
  "[here](javascript:hit(N))",
  "[here](&#106;avascript:hit(N)) [and](java\tscript:hit(N)) [then](JaVaScRiPt:hit(N))",
  "<javascript:hit(N)>",
  "![picture](javascript:hit(N)) ![picture](data:text/html,<script>hit(N)</script>)",
  "[here][a]\n\n[a]: javascript:hit(N)",
  "[here](data:text/html;base64,{{<script>hit(N)</script>}})",
  '$\\href{javascript:hit(N)}{x}$ $\\url{javascript:hit(N)}$ $\\htmlData{x="><img src=x onerror=hit(N)>}{y}$',
  '```html"><img/src=x/onerror=hit(N)>\n<img src=x onerror=hit(N)>\n```',
  "[[constructor.constructor('hit(N)')()]] <%= hit(N) %>",
  '\' onmouseover=hit(N) autofocus onfocus=hit(N) x="" onpointerenter=hit(N) "',
  "\u2028<img src=x onerror=hit(N)>\u202e",
];

const numbered = (template: string, index: number) =>
  template.replaceAll("N", String(index)).replaceAll(/\{\{(.*?)\}\}/g, (_, text: string) => Buffer.from(text).toString("base64"));

/** Every payload, in its template's order. */
export const payloads: readonly string[] = templates.map(numbered);

/** What a text of a field begins with: one word, which no comparison of two texts takes apart. */
export const markOf = (field: string): string => `field_${field.replaceAll(" ", "_")}_end`;

/** The fields whose marks are in a text. */
export const fieldsIn = (text: string): string[] =>
  [...text.matchAll(/field_(\w+?)_end/g)].map(([, name = ""]) => name.replaceAll("_", " "));

/** A text of a field, with the field's name, so that a journey can tell whether it was shown, and all payloads. */
export const everyPayload = (field: string): string => `${markOf(field)}\n\n${payloads.join("\n\n")}`;

let dealt = 0;

/** The same for a field of one short line: one payload, another each time. */
export function onePayload(field: string, longest = 200): string {
  for (let tries = 0; tries < payloads.length; tries++) {
    const payload = (payloads[dealt++ % payloads.length] ?? "").replaceAll(/\s+/g, " ");
    const text = `${markOf(field)} ${payload}`;
    if (text.length <= longest) return text;
  }
  throw new Error(`No payload has room in ${longest} characters beside ${field}.`);
}
