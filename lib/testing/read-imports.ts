/** One import of a source file: static, dynamic, type-only or re-export. */
export interface Import {
  /** What is imported; null when it is computed at run time and so cannot be held to the map. */
  from: string | null;
  line: number;
}

/** What readImports finds in a source file. */
export interface ReadSource {
  imports: Import[];
  /** The code with comments blanked and texts emptied, so that words in them are not taken for code; lines stay where they are. */
  code: string;
}

const wordBefore = /(\.\s*)?(?<![\w$])([A-Za-z_$][\w$]*)\s*(\(?)\s*$/;
// A slash after one of these begins a regular expression; after a value it divides.
const beforeRegExp = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|yield|await))\s*$/;
const computedCall = /(?<![.\w$])(?:import|require)\s*\(\s*(?!["'`\s])/g;
const quotes = new Set(['"', "'", "`"]);

/** Where the text that begins at `start` with `quote` ends (after its closing quote), or -1 when it is not closed. */
function endOfText(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (character === quote) return at + 1;
    else if (character === "\n" && quote !== "`") return -1;
    else if (quote === "`" && source.startsWith("${", at)) at = endOfHole(source, at + 2) - 1;
  }
  return -1;
}

/** Where the code inside `${…}` of a template ends; it may hold texts and templates again. */
function endOfHole(source: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; at < source.length && depth > 0; at++) {
    const character = source[at] ?? "";
    if (character === "{") depth++;
    else if (character === "}") depth--;
    else if (quotes.has(character)) at = Math.max(at, endOfText(source, at, character) - 1);
  }
  return at;
}

function endOfRegExp(source: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length && source[at] !== "\n"; at++) {
    const character = source[at];
    if (character === "\\") at++;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass) return at + 1;
  }
  return -1;
}

function endOfComment(source: string, start: number): number {
  const isLine = source.startsWith("//", start);
  if (!isLine && !source.startsWith("/*", start)) return -1;
  const end = source.indexOf(isLine ? "\n" : "*/", start + 2);
  if (end < 0) return source.length;
  return isLine ? end : end + 2;
}

/** True when a text after this code is what an import statement or call names. */
function isImportTarget(codeBefore: string, isPlain: boolean): boolean {
  const [, dot, word, bracket] = wordBefore.exec(codeBefore.slice(-80)) ?? [];
  if (word === undefined || dot !== undefined) return false;
  if (bracket === "(") return word === "import" || word === "require";
  return isPlain && (word === "from" || word === "import");
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;

/**
 * Reads the imports of TypeScript or JavaScript source with a small lexer (TypeScript 7 has no compiler API).
 * It knows comments, texts, templates and regular expressions; in the text of a page an apostrophe ends with its line.
 */
export function readImports(source: string): ReadSource {
  const imports: Import[] = [];
  let code = "";
  let at = 0;
  while (at < source.length) {
    const character = source[at] ?? "";
    let end = endOfComment(source, at);
    if (end < 0 && character === "/" && beforeRegExp.test(code.slice(-40))) end = endOfRegExp(source, at);
    if (end >= 0) {
      code += blank(source.slice(at, end));
      at = end;
      continue;
    }
    end = quotes.has(character) ? endOfText(source, at, character) : -1;
    if (end < 0) {
      code += character;
      at++;
      continue;
    }
    const text = source.slice(at + 1, end - 1);
    const isPlain = character !== "`" || !text.includes("${");
    if (isImportTarget(code, isPlain)) imports.push({ from: isPlain ? text : null, line: lineAt(source, at) });
    code += `${character}${blank(text)}${character}`;
    at = end;
  }
  // import(name): nothing can be said about where it leads.
  for (const call of code.matchAll(computedCall)) imports.push({ from: null, line: lineAt(code, call.index) });
  return { imports, code };
}
