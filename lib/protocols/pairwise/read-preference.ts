import type { Preference } from "@/lib/domain/pair-outputs";
import type { PreferencePatterns } from "./preference-patterns";
import { quotation } from "./side-words";

/** Which output a text says is better, or why its statement cannot be used. */
export type Stated = { preference: Preference } | { problem: string };

/** A verdict comes at the beginning of a statement; text beyond this many characters is ignored. */
const longest = 1000;
const marks = /[*_`$"'“”‘’]/gu;
/** Normalises a text for matching: full-width letters become ordinary ones; emphasis, quotation marks and quotations are removed. */
const plain = (text: string) => text.slice(0, longest).normalize("NFKC").replaceAll(quotation, " ").replaceAll(marks, "").trim();

const takingBack = /\b(?:no,?\s+wait|wait,|or\s+rather|on\s+second\s+thoughts?|scratch\s+that|correction:|I\s+mean)/iu;
const stop = "(?:[.,;:()|。，；、：（）—–-]|(?:because|since|as|due|over|weil|porque|parce|car|потому|因为|因為)(?!\\p{L}))";
const stopped = new RegExp(`^(?:${stop}|更好|较好|更佳)`, "iu");
const tieWord =
  "(?:tie|tied|draw|even|equal|equally\\s+(?:good|bad|strong|well)|no\\s+(?:clear\\s+)?(?:preference|winner|difference)|both|neither|unentschieden|gleichstand|gleich\\s+gut|gleichwertig|empate|égalité|ex\\s+æquo|pareggio|parità|ничья|remis|gelijkspel|berabere|seri|hòa|平局|平手|持平|不分上下|引き分け|引分け|同点|同等|무승부|동점|تعادل|बराबर|เสมอ)";
const tie = new RegExp(
  `^(?:it\\s+is\\s+|its\\s+|this\\s+is\\s+)?[\\[({「【]*(?:an?\\s+|ein\\s+|un\\s+)?${tieWord}[\\])}」】]*(?=\\s*(?:$|${stop}))`,
  "iu",
);
const tieAtEnd = /(?<!\p{L})(?:are\s+|is\s+|sind\s+|son\s+|sont\s+)?(?:equally\s+\p{L}+|equal|tied|a\s+tie|一样好)\s*$/iu;

/** The preference in a value after a label, such as "[A]", "Output B, because …", "A > B" or "tie"; null if it is none of these. */
export function preferenceInValue(value: string, patterns: PreferencePatterns): Stated | null {
  const text = plain(value)
    .replace(/(?<![.!。！])[.!。！]+$/u, "")
    .replace(/^(?:definitely|clearly|slightly|marginally|strongly)\s/iu, "");
  const whole = patterns.whole.exec(text);
  if (whole !== null) return { preference: letter(whole[1]) };
  if (takingBack.test(text)) return { problem: `The reply takes its verdict back: "${shorten(value)}".` };
  const lead = patterns.lead.exec(text);
  // A lower-case "a" at the start is the article, and so is "A" before "tie".
  const tied = tie.exec(text);
  if (tied !== null) return remark("tie", text.slice(tied[0].length), value, patterns);
  if (lead === null || /[ab]/u.test(lead[1] ?? "")) return preferenceInSentence(value, patterns);
  return preferenceAtSide(letter(lead[1]), lead[2] ?? "", value, patterns);
}

/** A value that begins with a side: compared with the other, with a remark, or left open. */
function preferenceAtSide(first: "A" | "B", rest: string, value: string, patterns: PreferencePatterns): Stated | null {
  const other = `[\\[(]*${first === "A" ? "B" : "A"}(?!\\p{L})[\\])]*`;
  if (new RegExp(`^(?:over|rather\\s+than|instead\\s+of)\\s*${other}\\s*$`, "iu").test(rest)) return { preference: first };
  if (new RegExp(`^(?:(?:or|/|\\||and|&|oder|und|o|y|ou|et|或|和|与)\\s*(?:\\p{L}+\\s+){0,2}|,\\s*)${other}`, "u").test(rest)) {
    const open: Stated = { problem: `The reply leaves the verdict open: "${shorten(value)}".` };
    return preferenceInSentence(value, patterns) ?? (tieAtEnd.test(rest) ? { preference: "tie" } : open);
  }
  const compared = new RegExp(`^([>≻]{1,3}|[<≺]{1,3}|[=≈~]{1,2})\\s*(?:\\p{L}+\\s+)?${other}\\s*$`, "u").exec(rest)?.[1];
  if (compared !== undefined)
    return { preference: /[=≈~]/u.test(compared) ? "tie" : /[>≻]/u.test(compared) ? first : first === "A" ? "B" : "A" };
  return stopped.test(rest) ? remark(first, rest, value, patterns) : preferenceInSentence(value, patterns);
}

/** A verdict with a remark; a remark that is itself another verdict, or leans to one, contradicts it. */
function remark(first: Preference, rest: string, value: string, patterns: PreferencePatterns): Stated {
  const contradicted = rest.split(/[.;。；()（）,，]|->|→|=>|(?<!\p{L})but(?!\p{L})/u).some((part) => {
    const text = part.replace(/^[\s,:=>—–-]+/u, "").trim();
    const said = otherAlone(text, patterns) ?? preferenceInSentence(text, patterns);
    return said !== null && "preference" in said && said.preference !== first;
  });
  return contradicted ? { problem: `The reply gives two verdicts in one: "${shorten(value)}".` } : { preference: first };
}

const leaning =
  /(?:(?:could|might)\s+(?:just\s+)?as\s+(?:well|easily)|slight(?:ly)?|etwas|leicht|knapp|small|marginal(?:ly)?|leaning|leans?|edge|advantage|nod|prefer(?:ence|red)?|favou?r(?:s|ing)?)\s[^[\]]{0,30}\[([AB])\]|\[([AB])\]\s[^[\]]{0,30}(?:slightly|marginally|etwas|leicht|knapp|a\s+(?:bit|little)|edge|nod)/iu;

/** A part of a remark that is itself a verdict, or that leans to a side. */
function otherAlone(text: string, patterns: PreferencePatterns): Stated | null {
  const side = leaning.exec(text);
  return (
    preferenceAlone(text.replace(/^(?:(?:so|but|then|hmm+)\s+)?actually\s+/iu, ""), patterns) ??
    (side === null ? null : { preference: letter(side[1] ?? side[2]) })
  );
}

const tieAlone = new RegExp(`${tie.source}[.!。！]?$`, "iu");

/** A text that is a verdict and nothing else. A lower-case letter alone is an ordinary word. */
export function preferenceAlone(text: string, patterns: PreferencePatterns): Stated | null {
  const whole = patterns.whole.exec(text.replace(/(?<![.!。！])[.!。！]+$/u, ""));
  if (whole !== null && !/[ab]/u.test(whole[1] ?? "")) return { preference: letter(whole[1]) };
  return tieAlone.test(text) ? { preference: "tie" } : null;
}

/** The preference that a sentence states outright and without qualification. Outputs must already be named "[A]" and "[B]". */
export function preferenceInSentence(sentence: string, patterns: PreferencePatterns): Stated | null {
  const text = plain(sentence);
  for (const { pattern, preference } of patterns.sentences) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [first, second] = match.slice(1).filter((name) => name !== undefined);
    if (preference === "tie") return { preference };
    return first === second ? null : { preference: letter(first) };
  }
  return null;
}

const letter = (text: string | undefined): "A" | "B" => (/^[b\u0412\u0432]$/iu.test(text ?? "") ? "B" : "A");
const shorten = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
