/** A stretch of a text, in UTF-16 code units, end exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** One quotation of an evidence line and where it occurs in the text; `ranges` null: nowhere. */
export interface LocatedQuote {
  quote: string;
  ranges: TextRange[] | null;
}

/** The same for a pair: where the quotation occurs in each output. */
export interface LocatedInPair extends LocatedQuote {
  rangesB: TextRange[] | null;
}

const pairs = [
  ["“", "”"],
  ["„", "“"],
  ["„", "”"],
  ["«", "»"],
  ["»", "«"],
  ["「", "」"],
  ["『", "』"],
  ["＂", "＂"],
  ['"', '"'],
] as const;

/** The quoted parts of a line, in order, without their marks: "…", “…”, „…“, «…», 「…」, 『…』; single marks where there are no others. */
export function quotesIn(line: string): string[] {
  const found: (TextRange & { quote: string })[] = [];
  for (const [open, close] of pairs) {
    for (const match of line.matchAll(new RegExp(`${open}([^${open}${close}]+)${close}`, "gu"))) {
      const range = { start: match.index, end: match.index + match[0].length };
      const overlaps = found.some((other) => range.start < other.end && other.start < range.end);
      if (!overlaps && match[1]?.trim()) found.push({ ...range, quote: match[1].trim() });
    }
  }
  if (found.length > 0) return found.sort((a, b) => a.start - b.start).map(({ quote }) => quote);
  // An apostrophe is the same character as a closing single mark, so only marks at word boundaries count.
  const single = line.matchAll(/(?<![\p{L}\p{N}])['‘](\S.{0,1000}?)['’](?![\p{L}\p{N}])/gu);
  return [...single].map((match) => match[1] ?? "").filter((quote) => /\s/u.test(quote));
}

/**
 * Where an evidence line's quotations occur in the text. A line without quotation marks counts as one quotation only if it occurs whole.
 * Quotations with marks inside them are first tried as one, from the first mark to the last.
 */
export function locateEvidence(text: string, line: string): LocatedQuote[] {
  const outer = /^[^"“„«「『＂]*["“„«「『＂](.+)["”“»」』＂]/su.exec(line)?.[1]?.trim();
  if (outer) {
    const ranges = findQuote(text, outer);
    if (ranges) return [{ quote: outer, ranges }];
  }
  const quotes = quotesIn(line);
  if (quotes.length > 0) return quotes.map((quote) => ({ quote, ranges: findQuote(text, quote) }));
  const bare = line.replace(/^\s*(?:[-*•–·]|\p{Nd}+[.)、])\s*/u, "").trim();
  const ranges = bare.length < 12 ? null : findQuote(text, bare);
  return ranges ? [{ quote: bare, ranges }] : [];
}

/** Where an evidence line's quotations occur in either output of a pair. */
export function locateInPair(a: string, b: string, line: string): LocatedInPair[] {
  const [inA, inB] = [locateEvidence(a, line), locateEvidence(b, line)];
  // The marks can be paired differently for each text; the pairing whose quotations are all found wins.
  const leading = inA.length > 0 && inA.every(({ ranges }) => ranges !== null) ? inA : inB;
  const rangesIn = (found: LocatedQuote[], quote: string) => found.find((other) => other.quote === quote)?.ranges ?? null;
  return leading.map(({ quote }) => ({ quote, ranges: rangesIn(inA, quote), rangesB: rangesIn(inB, quote) }));
}

/**
 * Every place where the text has the quotation: exactly, else with white space, quotation marks, dashes and capitals made alike, else
 * without the punctuation at its ends. A quotation with an ellipsis is found as its parts in order. Null: it is not there.
 */
export function findQuote(text: string, quote: string): TextRange[] | null {
  const wanted = quote.trim();
  const exact = occurrences(text, wanted);
  if (exact.length > 0) return exact;
  const folded = foldOnce(text);
  const core = fold(wanted).text.trim();
  const trimmed = withoutOuterMarks(core);
  for (const candidate of new Set([core, trimmed])) {
    const hits = occurrences(folded.text, candidate);
    if (hits.length > 0) return hits.map((hit) => unfold(folded, hit));
  }
  return findParts(folded, trimmed);
}

const withoutOuterMarks = (text: string) => text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");

/** Parts on either side of an ellipsis, bracketed or not, each after the one before. */
function findParts(folded: Folded, quote: string): TextRange[] | null {
  const parts = quote
    .split("...")
    .map(withoutOuterMarks)
    .filter((part) => part !== "");
  if (parts.length < 2) return null;
  const ranges: TextRange[] = [];
  let from = 0;
  for (const part of parts) {
    const hit = occurrences(folded.text, part).find((candidate) => candidate.start >= from);
    if (hit === undefined) return null;
    ranges.push(unfold(folded, hit));
    from = hit.end;
  }
  return ranges;
}

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Non-overlapping places. A very short quotation must be a whole word, or "a" would be found in every word. */
function occurrences(text: string, wanted: string): TextRange[] {
  const ranges: TextRange[] = [];
  if (wanted === "") return ranges;
  const wholeWord = wanted.length < 4 && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(wanted);
  for (let start = text.indexOf(wanted); start !== -1; ) {
    const end = start + wanted.length;
    const inWord = wholeWord && (isWordCharacter(text[start - 1]) || isWordCharacter(text[end]));
    if (!inWord) ranges.push({ start, end });
    start = text.indexOf(wanted, inWord ? start + 1 : end);
  }
  return ranges;
}

/** A normalised text, with the original position of each of its code units. */
interface Folded {
  text: string;
  starts: number[];
  ends: number[];
}

function foldCharacter(character: string): string {
  if (/[a-z0-9.,]/.test(character)) return character;
  if (/\s/u.test(character)) return " ";
  if (/['‘’‚‛ʼ＇`´]/u.test(character)) return "'";
  if (/["“”„‟«»「」『』＂]/u.test(character)) return '"';
  if (/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/u.test(character)) return "-";
  if (/[\u00AD\u200B-\u200D\u2060\uFEFF]/u.test(character)) return "";
  return character.normalize("NFKC").toLowerCase();
}

function fold(text: string): Folded {
  // Not a string that grows: looking at its end after each character would copy it each time.
  const made: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    const next = at + character.length;
    if (folded === " " && made.at(-1) === " ") ends[ends.length - 1] = next;
    else if (folded !== "") {
      made.push(folded);
      for (let unit = 0; unit < folded.length; unit++) {
        starts.push(at);
        ends.push(next);
      }
    }
    at = next;
  }
  return { text: made.join(""), starts, ends };
}

/** The last texts folded: every quotation of a sample is looked for in the same one or two. */
const known = new Map<string, Folded>();
const mostKnown = 2;

function foldOnce(text: string): Folded {
  const folded = known.get(text) ?? fold(text);
  known.delete(text);
  known.set(text, folded);
  for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
  return folded;
}

const unfold = (folded: Folded, range: TextRange): TextRange => ({
  start: folded.starts[range.start] ?? 0,
  end: folded.ends[range.end - 1] ?? 0,
});
