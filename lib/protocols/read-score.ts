import type { Scale } from "@/lib/domain/criterion";
import { isOnScale } from "@/lib/domain/scale-points";
import { plainDigits } from "./plain-digits";

/** What a line says about the score: the number, or why the number it gives cannot be the score. */
export type ScoreInLine = { score: number } | { problem: string };

/** Words for "score" that do not also mean something common ("note" and "mark" do). Scripts without blanks match inside words. */
const latin =
  "score|scores|scored|rating|rated|grade|punktzahl|bewertung|wertung|puntuación|puntuacion|puntaje|calificación|pontuação|pontuacao|punteggio|voto|skor|puan|nilai|ocena|wynik|điểm|betyg|arvosana|βαθμολογία|оценка|оценку|балл";
const others = "评分|得分|分数|打分|評分|分數|スコア|点数|得点|評点|점수|평점|النتيجة|الدرجة|درجة|التقييم|स्कोर|अंक|คะแนน|ציון|امتیاز";
const scoreWord = `(?:(?<!\\p{L})(?:${latin})(?!\\p{L})|(?:${others}))`;
const scoreWordPattern = new RegExp(scoreWord, "iu");
const scoreWords = new RegExp(scoreWord, "giu");

const number = "-?\\d+(?:[.,]\\d+)?";
const outOf = "(?:out\\s+of|/|von|sur|su|de|из|uit|av|of|من|में\\s+से|üzerinden)\\s*(?:a\\s+(?:maximum|possible|total)(?:\\s+of)?\\s*)?";
/** What may stand between the word and a colon: nothing, or what qualifies the score ("Score for clarity: 4", "Score/5: 4"). */
const label = /^(\s*|\s*(?:(?:for|out|on|of|in|assigned|given|awarded|value)\b|[/#"*[\]>-])[^:=]{0,60})[:=]\s*/iu;
/** Words that lead straight to the number: "score of 4", "I score this 4", "Score - 4", "점수는 4". */
const lead =
  /^\s*(?:(?:this|it|that|the\s+\p{L}+)\s+)?(?:(?:of|is|as|would\s+be|to\s+be|at|von|de|ist|es|est)\s+|(?:是|为|為|は|는|은|の)\s*|[-–—]\s+|→\s*)?(?:an?\s+)?(?=-?\d)/iu;
/** "My score for the second criterion is 4." */
const verb = /^[^.:;=]{0,60}?\s(?:is|would\s+be|ist|es|est|是|为)\s+(?:an?\s+)?(?=-?\d)/iu;
const fraction = new RegExp(`^(${number})\\s*(?:points?|点|分|점|puntos|punkte[n]?)?\\s*${outOf}(${number})`, "iu");
const range = new RegExp(`^(${number})\\s*(?:-|–|—|~|to|or|and|bis|oder|ou|o|或|至|到)\\s*(${number})`, "iu");

type ScaleEnds = Pick<Scale, "min" | "max" | "step">;
const toNumber = (text: string) => Number(text.replace(",", "."));

/**
 * Reads the score out of one line, or says that the line states none (null). Only a number that is tied to a word for "score" counts; it is
 * never clamped, rounded or converted between scales.
 */
export function readScoreInLine(line: string, scale: ScaleEnds): ScoreInLine | null {
  const text = withoutScale(withoutListNumber(withoutQuotations(plainDigits(line))), scale);
  if (typeof text !== "string") return text;
  const reads = [...text.matchAll(scoreWords)].map((match) => readAfterWord(text.slice(match.index + match[0].length), scale));
  const stated = reads.filter(notNull);
  return stated.length === 0 ? null : agreed(stated);
}

/** What follows a word for "score": a remark in brackets, then the number in one of the ways people tie it to the word. */
function readAfterWord(after: string, scale: ScaleEnds): ScoreInLine | null {
  const remark = /^[\s*_]*\(([^()]{0,200})\)/u.exec(after);
  const foreign = otherMaximum(remark?.[1] ?? "", scale);
  if (foreign !== null) return foreign;
  const rest = remark === null ? after : after.slice(remark[0].length);
  const leading = lead.exec(rest);
  if (leading !== null) return readNumberAt(rest.slice(leading[0].length), scale);
  const labelled = label.exec(rest);
  if (labelled !== null) return otherMaximum(labelled[1] ?? "", scale) ?? readNumberAt(rest.slice(labelled[0].length), scale);
  const spoken = verb.exec(rest);
  return spoken === null ? null : readNumberAt(rest.slice(spoken[0].length), scale);
}

/** A remark that names another highest score than the scale's: "out of 10", "max. 10", "0-10". */
function otherMaximum(remark: string, scale: ScaleEnds): { problem: string } | null {
  const named = new RegExp(`(?:out\\s+of|max\\w*\\.?|/|\\d\\s*(?:-|–|to|bis|~))\\s*(${number})`, "iu").exec(remark)?.[1];
  if (named === undefined || toNumber(named) === scale.max) return null;
  return { problem: `The reply scores out of ${named}; the scale is ${scale.min} to ${scale.max}.` };
}

/** Only where the sentence ends or pauses after it: "4 out of 5 sentences" counts sentences. */
const pointsOutOf = new RegExp(
  `(?<![\\p{L}\\d.,/])(${number})\\s*(?:points?\\s*)?(?:out\\s+of|/)\\s*(${number})(?![\\d/]|[.,]\\d)(?=\\s*(?:$|[.,;:!?)\\]]|-|–|(?:points?|stars?|because|since|as|for)\\b))`,
  "iu",
);

/** A fraction of the scale's own top ("4/5", "4 out of 5") in a line that does not speak of a score. */
export function readFractionInLine(line: string, scale: ScaleEnds): number | null {
  const text = withoutListNumber(withoutQuotations(plainDigits(line)));
  const match = pointsOutOf.exec(text);
  if (match === null || toNumber(match[2] ?? "") !== scale.max) return null;
  const score = toNumber(match[1] ?? "");
  return isOnScale(scale, score) ? score : null;
}

/** A line that is a number and nothing else but a fraction or a full stop. */
export function readBareNumber(line: string, scale: ScaleEnds): ScoreInLine | null {
  const text = plainDigits(line).trim();
  if (!new RegExp(`^[(\\["']?${number}(?:\\s*${outOf}${number})?[)\\]"'.。]?$`, "iu").test(text)) return null;
  return readNumberAt(text.replace(/^[(["']/u, ""), scale);
}

const notNull = <T>(value: T | null): value is T => value !== null;

function agreed(reads: ScoreInLine[]): ScoreInLine {
  const bad = reads.find((read) => "problem" in read);
  if (bad !== undefined) return bad;
  const scores = [...new Set(reads.flatMap((read) => ("score" in read ? [read.score] : [])))];
  return scores.length > 1 ? { problem: `The reply gives two scores, ${scores.join(" and ")}.` } : (reads[0] ?? { problem: "no score" });
}

/** The number that a text begins with, as a score on the scale. */
function readNumberAt(rest: string, scale: ScaleEnds): ScoreInLine | null {
  const text = rest.replace(/^[\s("'[*_]+/u, "");
  const ends = `${scale.min} to ${scale.max}`;
  const between = range.exec(text.replace(/^(?:between|entre|zwischen)\s+/iu, ""));
  const parts = fraction.exec(text);
  if (parts === null && between !== null && between[1] !== between[2]) {
    return { problem: `The reply leaves the score open: "${between[0]}".` };
  }
  const plain = new RegExp(`^${number}(%?)`, "u").exec(text);
  if (plain === null) return null;
  if (parts !== null && toNumber(parts[2] ?? "") !== scale.max) {
    return { problem: `The reply scores out of ${parts[2]}; the scale is ${ends}.` };
  }
  if (plain[1] === "%" && scale.max !== 100) return { problem: `The reply scores in per cent; the scale is ${ends}.` };
  const score = toNumber(plain[0].replace("%", ""));
  return isOnScale(scale, score) ? { score } : { problem: `The score ${plain[0]} is not on the scale, ${ends}.` };
}

const withoutListNumber = (text: string) => text.replace(/^\s*(?:[-*•#]\s*)*(?:\d{1,2}\s*[.)、]\s*(?=\D|\d+\s*$)(?=\S))?/u, "");

/** Quotations are the sample's words, which may say anything about scores. A quoted number alone is kept. */
const withoutQuotations = (text: string) =>
  text.replaceAll(/"[^"]{4,}"|“[^“”]{4,}”|«[^«»]{4,}»|„[^„“”]{4,}[“”]|「[^「」]{4,}」|『[^『』]{4,}』/gu, " ");

/** Takes mentions of the scale itself out ("on a scale of 1 to 5", "(1-5)", "满分5分"). A mention of another scale is a problem. */
function withoutScale(text: string, scale: ScaleEnds): string | { problem: string } {
  let foreign: string | null = null;
  const ends = (mention: string, min: string | undefined, max: string | undefined) => {
    const same = toNumber(max ?? "") === scale.max && (min === undefined || toNumber(min) === scale.min);
    if (!same) foreign ??= mention;
    return " ";
  };
  const dash = "\\s*(?:-|–|—|~|to|bis|à|a|до|至|到)\\s*";
  const spoken = new RegExp(
    `(?:on|auf|sur|en|в)?\\s*(?:an?|the|einer|une|una)?\\s*(?:scale|skala|échelle|escala|scala|шкале)\\s*(?:of|from|von|de|da|от)?\\s*(${number})${dash}(${number})`,
    "giu",
  );
  const bracketed = new RegExp(`[(\\[]\\s*(${number})${dash}(${number})\\s*[)\\]]`, "giu");
  const top = new RegExp(
    `满分\\s*(?:是|为|:)?\\s*(${number})\\s*分?|滿分\\s*(${number})\\s*分?|(${number})\\s*(?:点|分|점)?\\s*(?:満点|만점)(?:中|で|에|중)?`,
    "gu",
  );
  const cleaned = text
    .replaceAll(spoken, (mention, min, max) => ends(mention, min, max))
    .replaceAll(bracketed, (mention, min, max) => (toNumber(min) === scale.min && toNumber(max) === scale.max ? " " : mention))
    .replaceAll(top, (mention, a, b, c) => ends(mention, undefined, a ?? b ?? c));
  if (foreign !== null && scoreWordPattern.test(text)) {
    return { problem: `The reply uses another scale ("${String(foreign).trim()}"); the scale is ${scale.min} to ${scale.max}.` };
  }
  return cleaned;
}
