import type { Scale } from "@/lib/domain/criterion";
import { snapToScale } from "@/lib/domain/scale-points";
import { unreadableSign } from "./plain-digits";

/** A statement about the score: the number, or why the number cannot be the score. `open`: the words leave it open whose score it is. */
export type ScoreInLine = ({ score: number } | { problem: string }) & { open?: true };

/** The scale that is read on, and the criterion's name, if known. */
export type ScaleEnds = Pick<Scale, "min" | "max" | "step"> & { name?: string };

export const number = "[-+]?\\d+(?:[.,]\\d+)?";
export const toNumber = (text: string): number => Number(text.replace(",", "."));

const numberWords: Record<string, number> = {
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  twenty: 20,
  hundred: 100,
  "a hundred": 100,
};
const closers = "[\\])}*_\"'”’»›」】]{0,4}";
const units = "points?|pts?\\.?|stars?|点|點|分|점|คะแนน|puntos?|punkten?|punti|pontos?|баллов|балла|балл";
const outOfWords = "out\\s+of|/|von|sur|su|de|из|uit|av|of|من|में\\s+से|üzerinden";
const outOf = `(?:${outOfWords})\\s*(?:(?:an?|the)\\s+)?(?:(?:maximum|max\\.?|possible|total|full)\\s*)?(?:of\\s+)?`;
const fraction = new RegExp(`^(${number})${closers}\\s*(?:(?:${units})\\s*)?${outOf}[\\[({*_]{0,3}(${number})`, "iu");
/** "4 (out of 10)", "4, on a ten-point scale", "4 out of ten", "4 (max. 10)". */
const laterMaximum = new RegExp(
  `^${closers}\\s{0,9}(?:${units})?[\\s,]{0,9}[\\[(]?\\s{0,9}(?:(?:scored?|rated)\\s+)?(?:on|in|out\\s+of|of|max\\w*\\.?|scale(?:\\s*:)?|/|von|sur|de|из)\\s*(?:of\\s+)?(?:(?:an?|the)\\s+)?(?:(?:maximum|possible|total|scale)\\s*)?(?:of\\s+|from\\s+|:\\s*)?(?:${number}\\s*(?:-|–|to)\\s*)?(${number}|${Object.keys(numberWords).join("|")})(?![\\p{L}\\d])(\\s*(?:-\\s*)?points?\\s+scale)?`,
  "iu",
);
const soften = "(?:(?:maybe|perhaps|even|possibly|an?|rather|vielleicht|eher)\\s+){0,2}";
const range = new RegExp(
  `^(${number})${closers}\\s*(?:[-‐‑–—―~〜]|\\.{2,3}|…|to|or|and|bis|oder|ou|o|或|至|到)\\s*${soften}(${number})`,
  "iu",
);
const rangeAround = /^(?:between|entre|zwischen|somewhere\s+between)\s+(?:an?\s+)?/iu;

/** What may follow a number that is the score; a noun would be what the number counts. */
export const scoreEnd = `(?=${closers}\\s{0,9}(?:$|[.,;:!?)\\]}"'。、|—–-]|/|%|(?:${outOfWords}|${units}|because|since|as|for|due|given|and|but|in|on|with|overall|here|weil|porque|parce|car|da|потому)(?![\\p{Script=Latin}\\p{Script=Cyrillic}])))`;

/** What turns a number into another one, or none: "4½", "1,000", "4.5.1", "4²", "4+", "4th", "4 and a half", "4?". */
const goesOn = new RegExp(
  `^(?:[.,:·،٬'’_^]\\d|${unreadableSign}|e[-+]?\\d|[+±‰?]|-(?=$|[\\s.,;)])(?!\\s+\\S)|-?ish(?!\\p{L})|(?:st|nd|rd|th|k|x)(?!\\p{L})|\\s*(?:分|点|點)?(?:左右|上下)|[点點]\\s*[\\d一二三四五六七八九]|分?半|\\s*[:=]\\s*\\d|[oOlI](?!\\p{L})|\\\\\\d|\\s+[-+]?\\d(?!\\d?[.)]\\s)|\\s*(?:minus|plus|times|[+×*÷])\\s*\\d|\\s*(?:and\\s+a\\s+half|und\\s+ein\\s+halb|einhalb|y\\s+medi[oa]|et\\s+demie?|с\\s+половиной)|\\s*(?:or|oder)\\s+(?:so|higher|above|more|better|lower|below|less|worse)(?!\\p{L}))`,
  "iu",
);
/** A fraction followed by more: "4/5/10", "4 out of 5 out of 10", "4/5+", "4/5?". */
const topGoesOn = /^(?:\s*(?:\/|out\s+of)\s*\d|[+?±]|[.,]\d)/iu;
const thousands = /^[-+]?[1-9]\d{0,2},\d{3}(?!\d)/u;

const arrow = new RegExp(`^${closers}\\s*(?:→|->|=>|➔|➜|⇒|⟶|⟹|>>)\\s*(${number})`, "u");
const inBrackets = new RegExp(`^${closers}\\s*[([]\\s*(${number})\\s*[)\\]]`, "u");
const listed = new RegExp(`^${closers}\\s*(?:(?:${units})\\s*)?(?:[,;|&、]|and\\s|then\\s|now\\s){1,2}\\s*(${number})${scoreEnd}`, "iu");
const secondThoughts =
  "(?:no,?\\s+wait|wait|or\\s+rather|on\\s+(?:second|further)\\s+thoughts?|on\\s+reflection|scratch\\s+that|correction|I\\s+mean|actually|make\\s+(?:that|it)|(?:revised|changed)\\s+to)";
const hedge =
  "(?:or|maybe|perhaps|possibly|leaning|almost|nearly|borderline|close\\s+to|bordering\\s+on|vs\\.?|versus|(?:could|might|may)\\s+(?:also\\s+)?be|then|now|finally|vielleicht|eventuell|quizás?|peut-être)";
const another = new RegExp(
  `(?<!\\p{L})(?<!(?:would|could|might|will)\\s{1,9})(?:${secondThoughts}|${hedge})(?!\\p{L})[^\\d.;]{0,20}?(${number})${scoreEnd}`,
  "giu",
);
const changed =
  /(?<!\p{L})(?:revise|change|correct|lower|reduce|raise|adjust|update|amend|upgrade|downgrade|bump|drop|increase|decrease)(?:d|s|ed|ing|ped)?(?!\p{L})[^\d.;:]{0,40}?\bto\s+(?:an?\s+)?([-+]?\d+(?:[.,]\d+)?)|(?<!\p{L})(?:ändere|korrigiere|senke|erhöhe)\s[^\d.;:]{0,30}?auf\s+([-+]?\d+(?:[.,]\d+)?)|(?:改为|改成|修改为|调整为|修正为|改為|調整為|に修正|に変更|로 수정|로 변경)\s*([-+]?\d+(?:[.,]\d+)?)/giu;
/** "I'm lowering this by one": a change that names no score. */
const byPoints =
  /(?<!\p{L})(?:I|I['’]ll|I['’]m|I\s+am)\s+(?:\p{L}+\s+){0,2}?(?:lower|reduc|rais|increas|decreas|bump|drop|dock|adjust)(?:e|ing|ping)?\s+(?:this|it|that|the\s+(?:score|rating)|my\s+(?:score|rating))\s+(?:up\s+|down\s+)?by\s+(?:a|an|one|two|half|\d)/iu;
/** "Final: 4", "My final answer is a 3", "Updated: 2": a later number without a word for the score. */
const laterWord =
  /^\W*(?:(?:so|my|the)\s+)?(?:final|updated?|revised|corrected|new)(?:\s+(?:answer|verdict|decision|judge?ment|number|value))?\s*(?:[:=]|is)\s*(?:an?\s+)?(?=[-+]?\d)/iu;
/** A line that retracts an earlier statement: "Actually, make it a 3." */
const takingBack = new RegExp(
  `^\\W*(?:(?:so|but|hmm+|ok(?:ay)?)\\W+)?${secondThoughts}(?!\\p{L})[^\\d.;]{0,40}?(${number})${scoreEnd}`,
  "iu",
);

const leadingNumber = new RegExp(`^${number}`, "u");
const spanInBrackets = new RegExp(`^\\s*[(\\[]\\s*(${number})\\s*(?:-|–|to)\\s*(${number})\\s*[)\\]]`, "u");

/** The number that a text begins with, as a score on the scale; null if it begins with none. */
export function readNumberAt(rest: string, scale: ScaleEnds): ScoreInLine | null {
  const opened = rest.replace(/^(?:\\[([]|[\s("'“‘«‹「【[*_{$]|<(?=[-+]?[\d.,]+>))+/u, "");
  const text = opened.replace(rangeAround, "");
  const ends = `${scale.min} to ${scale.max}`;
  const parts = fraction.exec(text);
  const between = range.exec(text);
  if (parts === null && between !== null && toNumber(between[1] ?? "") !== toNumber(between[2] ?? "")) {
    return { problem: `The reply leaves the score open: "${between[0]}".` };
  }
  const plain = leadingNumber.exec(text)?.[0];
  if (plain === undefined || text !== opened) return null;
  const after = text.slice(plain.length);
  if (thousands.test(text) || goesOn.test(after) || (parts !== null && topGoesOn.test(text.slice(parts[0].length))))
    return { problem: `It is unclear which score "${shortened(text)}" means.` };
  const top = parts?.[2] ?? otherTop(after, scale);
  if (top !== null && toNumber(top) !== scale.max) return { problem: `The reply scores out of ${top}; the scale is ${ends}.` };
  if (scale.max !== 100 && /^\s?(?:%|٪|per\s?cent|prozent)/iu.test(after))
    return { problem: `The reply scores in per cent; the scale is ${ends}.` };
  // Adding 0 turns -0 into 0.
  const written = toNumber(plain) + 0;
  const second = secondNumber(after, written);
  if (second !== null) return { problem: `The reply gives two scores, ${plain} and ${second}.` };
  const score = snapToScale(scale, written);
  return score !== null ? { score } : { problem: `The score ${plain} is not on the scale, ${ends}.` };
}

/** A line that changes the score by an amount: which score results is nowhere stated. Null if it does not. */
export function readChangeBy(line: string): ScoreInLine | null {
  const by = byPoints.exec(line)?.[0];
  return by === undefined ? null : { problem: `The reply changes its score afterwards: "${by.slice(0, 60)}".` };
}

/** The score of a line that replaces an earlier one; null if it replaces none. */
export function readTakingBack(line: string, scale: ScaleEnds): ScoreInLine | null {
  const again = laterWord.exec(line)?.[0] ?? null;
  if (again !== null) return readNumberAt(line.slice(again.length), scale);
  const revised = [...line.matchAll(changed)].at(-1);
  const to = revised?.slice(1).find((one) => one !== undefined);
  if (revised !== undefined && to !== undefined) return readNumberAt(line.slice(revised.index + revised[0].length - to.length), scale);
  const [found, given] = takingBack.exec(line) ?? [];
  return found === undefined || given === undefined ? null : readNumberAt(line.slice(found.length - given.length), scale);
}

/** The highest score named after a number, in brackets or not; null if none is. */
function otherTop(after: string, { min, max }: ScaleEnds): string | null {
  const span = spanInBrackets.exec(after);
  if (span !== null) return toNumber(span[1] ?? "") === min && toNumber(span[2] ?? "") === max ? null : (span[2] ?? null);
  const named = laterMaximum.exec(after);
  if (named === null) return null;
  const [whole, top = "", pointScale] = named;
  const isWholeRemark = /^\s*[([]/u.test(whole) && /^\s*[)\]]/u.test(after.slice(whole.length));
  // "of 3 facts" counts facts; "out of 10", a separate remark and a scale do not.
  const isTop = pointScale !== undefined || /out\s+of|max|scale|\//iu.test(whole) || isWholeRemark;
  return isTop ? String(numberWords[top.toLowerCase()] ?? top) : null;
}

/** A second number that a sentence gives as the score; null if there is none. */
function secondNumber(after: string, score: number): string | null {
  const line = after.slice(0, 300);
  const found = [
    arrow.exec(line)?.[1],
    inBrackets.exec(line)?.[1],
    listed.exec(line)?.[1],
    ...[...line.matchAll(another), ...line.matchAll(changed)].map((match) => match.slice(1).find((one) => one !== undefined)),
  ];
  return found.find((one) => one !== undefined && toNumber(one) !== score) ?? null;
}

const shortened = (text: string) => text.slice(0, 20).trim();
