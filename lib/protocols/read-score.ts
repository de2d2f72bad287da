import { isOnScale } from "@/lib/domain/scale-points";
import { plainDigits } from "./plain-digits";
import { number, readChangeBy, readNumberAt, readTakingBack, type ScaleEnds, type ScoreInLine, scoreEnd, toNumber } from "./score-number";
import { readSecondThought } from "./second-thoughts";
import { sentenceBefore, whoseScore } from "./whose-score";

export type { ScoreInLine } from "./score-number";

/** Words for "score" that do not also mean something common ("note" and "mark" do). Scripts without spaces match inside words. */
const latin =
  "score|scores|scored|rating|rated|grade|punktzahl|bewertung|wertung|gesamtnote|gesamtbewertung|gesamtpunktzahl|gesamtwertung|note\\s+(?:finale|globale|générale)|puntuación|puntuacion|puntaje|calificación|pontuação|pontuacao|punteggio|voto|skor|puan|nilai|ocena|wynik|skóre|hodnocení|hodnotenie|cijfer|beoordeling|điểm|betyg|arvosana|βαθμολογία|оценка|оценку|балл";
const others = "评分|得分|分数|打分|評分|分數|スコア|点数|得点|評点|점수|평점|النتيجة|الدرجة|درجة|التقييم|स्कोर|अंक|স্কোর|คะแนน|ציון|امتیاز";
const scoreWord = `(?:(?<!\\p{L})(?:${latin})(?!\\p{L})|(?:${others}))`;
const scoreWordPattern = new RegExp(scoreWord, "iu");
const scoreWords = new RegExp(scoreWord, "giu");

/** What may come between the word and a colon: nothing, or a qualification of the score ("Score for clarity: 4", "Score/5: 4"). */
const label =
  /^(\s*|\s+(?:final|finale|total|totale|global|globale|general|geral|générale|ogólna|overall|complessivo|النهائي|النهائية)\s*|\s*(?:(?:for|out|on|of|in|is|was|assigned|given|awarded|value)\b|[/#"'*_[\]>-])[^:=]{0,60})[:=]\s*/iu;
/** Words that connect to the number: "score of 4", "I score this 4", "Score - 4", "점수는 4". */
const lead =
  /^\s*(?:(?:this|it|that|the\s+\p{L}+)\s+)?(?:(?:of|is|as|would\s+be|to\s+be|at|von|de|ist|es|est)\s+|(?:是|为|為|は|는|은|の)\s*|[-–—]\s+|[→➜➔⇒]\s*)?(?:an?\s+)?(?=[-+]?\d)/iu;
/** "Score: 2 of the 5 claims are clear", "Grade: 4 sentences are fine", "Score: 4 (of 4 requirements met)": a number of something. */
const counts =
  /^[-+]?\d+\s*(?:\s(?:of\s+(?:the|its|these|those)\s|(?!points|pts|stars)\p{Ll}+s\s+(?:are|were|have)(?!\p{L})|(?:minutes?|hours?|words|sentences?|paragraphs?|errors?|mistakes?|typos?|reasons?|facts?|claims?|requirements?)(?!\p{L}))|\(of\s+\d+\s+(?!points|pts|stars)\p{Ll})/u;
/** "My score for the second criterion is 4." */
const verb = /^[^.:;=]{0,60}?\s(?:is|would\s+be|ist|es|est|是|为)\s+(?:an?\s+)?(?=[-+]?\d)/iu;
/** "I'd give this a 4.", "It earns a 4.": the score without a word for it. */
const given = new RegExp(
  `(?<!\\p{L})(?:I\\s?(?:['’]d|['’]ll|\\swould|\\swill)?\\s+(?:(?:also|still|therefore|thus|overall|rather|actually|personally|probably)\\s+)?(?:give|rate|grade|assign|award)\\s+(?:(?:this|it|them|the)\\s+(?:\\p{L}+\\s+){0,2}?)?(?:(?:an?|with|as|at)\\s+){0,2}|(?:it|this(?:\\s\\p{L}+)?|the\\s\\p{L}+)\\s+(?:gets|earns|deserves|receives|merits)\\s+an?\\s+)(?:(?:solid|strong|weak|clear|generous|low|high)\\s+)?(?=${number}${scoreEnd})`,
  "giu",
);

/** "A reminder of what each score is for. Score 2: muddled.": a level and its description. */
const announcesLevels =
  /(?<!\p{L})what\s+(?:each|every|the|an?)\s+(?:scores?|levels?|points?|numbers?|grades?)\s+(?:is|are|means?|stands?|represents?|describes?)(?!\p{L})/iu;
const isLevel = /^\s+\p{Nd}+\s*[:=–—-]\s*\p{L}/u;

/** A different kind of score: "Maximum score: 5", "confidence score: 0.9". */
const otherScore =
  /(?<!\p{L})(?:max(?:imum)?\.?|min(?:imum)?\.?|highest|lowest|best|worst|perfect|top|full|possible|previous|prior|earlier|initial|old|average|mean|median|passing|target|expected|baseline|confidence|similarity|threshold)\s+(?:possible\s+)?$/iu;
/** Words that show "a score of 5" was not given: "not … a score of 5", "to get a score of 5". */
const denied =
  /(?:(?<!\p{L})(?:not|never|cannot|without|unless|if|than|instead|short|below|above|under|over|least|most|nearly|almost|miss(?:es|ed)?|would\s+need|to\s+(?:get|earn|reach|deserve|receive|achieve|obtain|merit|warrant|have)|for)|n['’]t)(?!\p{L})[^.,:;!?]{0,80}$/iu;
/** "A score of 5 means that …", "a score of 3 would be too low". */
const explained = new RegExp(
  `^${number}\\s+(?:would|could|might|means?|indicates?|requires?|represents?|corresponds?|denotes?|is\\s+(?:reserved|given\\s+(?:to|when|if)|for|not|too)|isn['’]t)(?!\\p{L})`,
  "iu",
);
const endsAsScore = new RegExp(`^${number}${scoreEnd}`, "iu");

/**
 * Reads the score from one line; null if the line states none. Only a number that is tied to a word for "score", or given outright, counts, and only as
 * the judge's own (`whoseScore`); it is never clamped, rounded or converted between scales.
 */
export function readScoreInLine(line: string, scale: ScaleEnds): ScoreInLine | null {
  if (!hasNumber(line)) return null;
  const text = withoutScale(withoutListNumber(withoutQuotations(plainDigits(line))), scale);
  if (typeof text !== "string") return text;
  const reads = [...text.matchAll(scoreWords)].map((match) => {
    const after = text.slice(match.index + match[0].length);
    if (isLevel.test(after) && announcesLevels.test(text.slice(0, match.index))) return null;
    return attributed(readAfterWord(clauseBefore(text, match.index), after, scale), sentenceBefore(text, match.index), after, scale);
  });
  const gifts = [...text.matchAll(given)].map((match) => {
    const after = text.slice(match.index + match[0].length);
    const read = denied.test(clauseBefore(text, match.index)) ? null : readNumberAt(after, scale);
    return attributed(read, sentenceBefore(text, match.index + match[0].length), after, scale);
  });
  const stated = [...reads, ...gifts, underName(text, scale)].filter(notNull);
  return stated.length === 0 ? null : agreed(stated);
}

/** "Clarity: 4", "**Clarity** (1-5): 4": the criterion's name alone in place of a word for "score". */
function underName(text: string, scale: ScaleEnds): ScoreInLine | null {
  const [, name = "", rest] = /^\W*?([\p{L}][^:=()]{0,99}?)[\s*_]*(?:\([^()]{0,60}\)\s*)?[:=][\s*_]*(?=[-+]?\d)(.*)$/su.exec(text) ?? [];
  const isName = scale.name !== undefined && scale.name !== "" && name.toLowerCase() === plainDigits(scale.name).trim().toLowerCase();
  return isName && rest !== undefined && endsAsScore.test(rest) ? attributed(readNumberAt(rest, scale), "", rest, scale) : null;
}

/** A statement as the judge's own, as one whose owner is open, or null: it is somebody else's. */
function attributed(read: ScoreInLine | null, before: string, after: string, scale: ScaleEnds): ScoreInLine | null {
  if (read === null) return null;
  const whose = whoseScore(before, afterNumber(after), scale.name ?? "");
  return whose === "other" ? null : whose === "own" ? read : { ...read, open: true };
}

const afterNumber = (text: string) => text.replace(/^\D{0,100}[-+]?\d+(?:[.,]\d+)?/u, "");

const hasNumber = (line: string) => /\p{N}/u.test(line);

/** The words before a statement that can affect it. */
const clauseBefore = (text: string, at: number) => text.slice(Math.max(0, at - 100), at);

/** What follows a word for "score": a remark in brackets, then the number in one of the ways people tie it to the word. */
function readAfterWord(before: string, after: string, scale: ScaleEnds): ScoreInLine | null {
  if (otherScore.test(before)) return null;
  const remark = /^[\s*_]*\(([^()]{0,200})\)/u.exec(after);
  const foreign = otherMaximum(remark?.[1] ?? "", scale);
  if (foreign !== null) return foreign;
  const rest = remark === null ? after : after.slice(remark[0].length);
  const leading = lead.exec(rest)?.[0];
  if (leading !== undefined)
    return isGiven(before, leading, rest.slice(leading.length)) ? readNumberAt(rest.slice(leading.length), scale) : null;
  const labelled = label.exec(rest);
  if (labelled !== null && counts.test(rest.slice(labelled[0].length))) return null;
  if (labelled !== null) return otherMaximum(labelled[1] ?? "", scale) ?? readNumberAt(rest.slice(labelled[0].length), scale);
  const spoken = verb.exec(rest);
  return spoken === null ? null : readNumberAt(rest.slice(spoken[0].length), scale);
}

/** Whether the words before a number give it as the score, rather than deny it, explain it, or count something ("grade 3 pupils"). */
function isGiven(before: string, leading: string, rest: string): boolean {
  if (/(?<!\p{L})of\s/iu.test(leading)) return !denied.test(before) && !explained.test(rest);
  return leading.trim() !== "" || endsAsScore.test(rest);
}

/** A line that begins by naming another scale, as a remark on the score before it: "(on a scale of 1 to 10)". Null: it names none, or this one. */
export function readOtherScale(line: string, scale: ScaleEnds): ScoreInLine | null {
  if (!/^\W*(?:(?:this\s+is\s+)?(?:on|out\s+of|auf)\s|scale\b)/iu.test(line)) return null;
  const read = withoutScale(`score ${plainDigits(line)}`, scale);
  return typeof read === "string" ? null : read;
}

/** A statement that retracts an earlier score: "Actually, make it a 3."; null if the line is not one. */
export const readScoreTakenBack = (line: string, scale: ScaleEnds): ScoreInLine | null =>
  readChangeBy(withoutQuotations(line)) ?? (hasNumber(line) ? readTakingBack(withoutQuotations(plainDigits(line)), scale) : null);

/** A score that a sentence arrives at after thinking again; null if the line holds none. */
export const readThoughtAgain = (line: string, scale: ScaleEnds): ScoreInLine | null =>
  hasNumber(line) ? readSecondThought(withoutListNumber(withoutQuotations(plainDigits(line))), scale) : null;

const loneWord = new RegExp(
  `^(?:(?:the|my|your|final|overall|total)\\s+){0,3}(?!scores|scored|rated)(?:${latin}|${others})(?:\\s+value)?$`,
  "iu",
);

/** Whether a text is only a word for "score", like a heading or a JSON key: "Final score", "overall_rating", "评分". */
export const isScoreWord = (text: string): boolean =>
  text.length <= 40 &&
  loneWord.test(
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .replaceAll(/[\s_-]+/gu, " ")
      .trim(),
  );

const namedTop = new RegExp(`(?:out\\s+of|max\\w{0,20}\\.?|/|\\d\\s*(?:-|–|to|bis|~))\\s*(${number})`, "iu");

/** A remark that names a highest score other than the scale's: "out of 10", "max. 10", "0-10". */
function otherMaximum(remark: string, scale: ScaleEnds): { problem: string } | null {
  const named = namedTop.exec(remark)?.[1];
  if (named === undefined || toNumber(named) === scale.max) return null;
  return { problem: `The reply scores out of ${named}; the scale is ${scale.min} to ${scale.max}.` };
}

/** Only if the sentence ends or pauses after it: "4 out of 5 sentences" counts sentences. */
const pointsOutOf = new RegExp(
  `(?<![\\p{L}\\d.,/])(${number})\\s*(?:points?\\s*)?(?:out\\s+of|/)\\s*(${number})(?![\\d/]|[.,]\\d)(?=\\s*(?:$|[.,;:!?)\\]]|-|–|(?:points?|stars?|because|since|as|for)\\b))`,
  "giu",
);

const anyOutOf = new RegExp(`(?<![\\p{L}\\d.,/])(${number})\\s*(?:out\\s+of|/)\\s*(${number})(?![\\d/]|[.,]\\d)`, "giu");

/** A fraction of the scale's maximum ("4/5", "4 out of 5") in a line that does not mention a score. */
export function readFractionInLine(line: string, scale: ScaleEnds): ScoreInLine | null {
  if (!hasNumber(line)) return null;
  const text = withoutListNumber(withoutQuotations(plainDigits(line)));
  const ofTop = [...text.matchAll(anyOutOf)].flatMap(([, score = "", top = ""]) => (toNumber(top) === scale.max ? [toNumber(score)] : []));
  const reads = [...text.matchAll(pointsOutOf)].flatMap((match): ScoreInLine[] => {
    const score = toNumber(match[1] ?? "");
    const isOther = () => whoseScore(sentenceBefore(text, match.index), afterNumber(match[0].slice(1)), scale.name ?? "") === "other";
    const isTop = toNumber(match[2] ?? "") === scale.max && isOnScale(scale, score);
    const counts = isTop && !denied.test(clauseBefore(text, match.index)) && !isOther();
    return counts ? [readNumberAt(text.slice(match.index), scale) ?? { score }] : [];
  });
  return reads.length === 0 ? null : agreed([...reads, ...ofTop.map((score) => ({ score }))]);
}

const bareNumber = new RegExp(
  `^[([{"'$]{0,3}${number}[)\\]}"'$]{0,3}\\s*(?:(?:out\\s+of|/|von|sur|su|de|из|uit|av|of|من)\\s*${number}\\s*)?(?:points?|stars?|点|點|分|점)?[)\\]}"'$.。]{0,3}$`,
  "iu",
);

/** A line that is only a number, perhaps with a fraction or a full stop. */
export function readBareNumber(line: string, scale: ScaleEnds): ScoreInLine | null {
  if (line.length > 60 || !hasNumber(line)) return null;
  const text = plainDigits(line).trim();
  return bareNumber.test(text) ? readNumberAt(text, scale) : null;
}

const notNull = <T>(value: T | null): value is T => value !== null;

/** What the statements of a line say together. Those whose owner is open count only beside others, as contradictions. */
function agreed(reads: ScoreInLine[]): ScoreInLine {
  const own = reads.filter(({ open }) => open !== true);
  const [first] = own.length > 0 ? own : reads;
  const bad = reads.find((read) => "problem" in read);
  if (bad !== undefined) return bad;
  const scores = [...new Set(reads.flatMap((read) => ("score" in read ? [read.score] : [])))];
  return scores.length > 1 ? { problem: `The reply gives two scores, ${scores.join(" and ")}.` } : (first ?? { problem: "no score" });
}

const withoutListNumber = (text: string) => text.replace(/^\s*(?:[-*•#]\s*)*(?:\d{1,2}\s*[.)、]\s*(?=\D|\d+\s*$)(?=\S))?/u, "");

/** Quotations are the sample's words and may say anything about scores. A quoted number on its own is kept. */
const withoutQuotations = (text: string) =>
  text.replaceAll(/"[^"]{4,}"|“[^“”]{4,}”|«[^«»]{4,}»|„[^„“”]{4,}[“”]|「[^「」]{4,}」|『[^『』]{4,}』/gu, " ");

const dash = "\\s*(?:-|–|—|~|to|bis|à|a|до|至|到)\\s*";
const spoken = new RegExp(
  `(?:(?:on|auf|sur|en|в)\\s{1,9})?(?:(?:an?|the|einer|une|una)\\s{1,9})?(?:scale|skala|échelle|escala|scala|шкале)\\s*(?:(?:of|from|von|de|da|от)\\s*)?(${number})${dash}(${number})`,
  "giu",
);
const bracketed = new RegExp(`[(\\[]\\s*(${number})${dash}(${number})\\s*[)\\]]`, "giu");
const top = new RegExp(
  `满分\\s*(?:(?:是|为|:)\\s*)?(${number})\\s*分?|滿分\\s*(${number})\\s*分?|(?<!\\d)(${number})\\s*(?:(?:点|分|점)\\s*)?(?:満点|만점)(?:中|で|에|중)?`,
  "gu",
);

/** Removes mentions of the scale itself ("on a scale of 1 to 5", "(1-5)", "满分5分"). A mention of another scale is a problem. */
function withoutScale(text: string, scale: ScaleEnds): string | { problem: string } {
  let foreign: string | null = null;
  const ends = (mention: string, min: string | undefined, max: string | undefined) => {
    const same = toNumber(max ?? "") === scale.max && (min === undefined || toNumber(min) === scale.min);
    if (!same) foreign ??= mention;
    return " ";
  };
  const cleaned = text
    .replaceAll(spoken, (mention, min, max) => ends(mention, min, max))
    .replaceAll(bracketed, (mention, min, max) => (toNumber(min) === scale.min && toNumber(max) === scale.max ? " " : mention))
    .replaceAll(top, (mention, a, b, c) => ends(mention, undefined, a ?? b ?? c));
  if (foreign !== null && scoreWordPattern.test(text)) {
    return { problem: `The reply uses another scale ("${String(foreign).trim()}"); the scale is ${scale.min} to ${scale.max}.` };
  }
  return cleaned;
}
