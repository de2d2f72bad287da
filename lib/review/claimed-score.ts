import type { PointsOrLabels } from "@/lib/domain/criterion";
import { isCategorical, labelPattern, labelsOf, scoreOfLabel } from "@/lib/domain/labels";
import { isPreferenceScale } from "@/lib/domain/preference";

const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const number = `\\d+(?:[.,]\\d+)?|${words.join("|")}`;
const readNumber = (text: string): number => {
  const word = words.indexOf(text.toLowerCase());
  return word === -1 ? Number(text.replace(",", ".")) : word;
};

/** "4 out of 5", "4/5", "4 von 5", "5分中4分": a score and the top of its scale. */
const ofTop = new RegExp(
  `(?<![\\p{L}\\p{N}.,/])(${number})\\s*(?:/|out\\s+of|von|sur|de)\\s*(${number})(?![\\p{L}\\p{N}/]|[.,]\\d)`,
  "giu",
);
/** "score: 4", "a rating of 4", "I give it a 4". */
const named = new RegExp(
  `\\b(?:(?:score|rating|rate|grade|note|punktzahl)(?:\\s+(?:is|of|it|this|would\\s+be|should\\s+be|as|at|the\\s+\\p{L}+)){0,9}\\s*(?:[:=]\\s*)?(?:an?\\s+)?|(?:give|gave|gets?|deserves|earns|merits|receives)\\s+(?:it\\s+|this\\s+)?an?\\s+)(${number})(?![\\p{L}\\p{N}%/]|[.,]\\d|\\s*(?:out\\s+of|to\\b|[-–]\\s*\\d))`,
  "giu",
);
/** "4分": a score in Chinese or Japanese. */
const han = /(?<![\p{N}.])(\d+(?:\.\d+)?)\s*[分点](?!\p{N}|之|钟|鐘)/gu;

/** What follows "4 out of 5" when it counts things: "3 out of 5 sentences". */
const counted =
  /^\s+(?!points?\b|stars?\b|punkten?\b|on\b|for\b|because\b|since\b|as\b|to\b|due\b|in\b|is\b|and\b|but\b|which\b|given\b|overall\b|here\b|with\b|would\b|seems\b|rather\b)\p{Ll}/u;
const denied =
  /(?:\b(?:not|never|rather than|instead of|at least|at most|less than|more than|below|above|than|if|nicht|kein(?:e|en)?)\b|n't)\s+(?:\p{L}+\s+){0,3}$/iu;

/** How many characters around a number are looked at, so that a long text takes time in proportion. */
const nearby = 80;
const isDenied = (text: string, at: number): boolean => denied.test(text.slice(Math.max(0, at - nearby), at));
const quoted = /["“„«「『][^"”“„«»「」『』]{0,1000}["”“»」』]/gu;

/** The scores of this scale that a sentence claims in words or figures. Quotations, counts and denied scores claim nothing. */
function claimedScores(text: string, { min, max }: PointsOrLabels): number[] {
  const own = text.replace(quoted, (quote) => " ".repeat(quote.length));
  const claims: number[] = [];
  for (const match of own.matchAll(ofTop)) {
    const after = own.slice(match.index + match[0].length, match.index + match[0].length + nearby);
    if (readNumber(match[2] ?? "") === max && !counted.test(after) && !isDenied(own, match.index)) claims.push(readNumber(match[1] ?? ""));
  }
  for (const pattern of [named, han]) {
    for (const match of own.matchAll(pattern)) if (!isDenied(own, match.index)) claims.push(readNumber(match[1] ?? ""));
  }
  return claims.filter((claim) => claim >= min && claim <= max);
}

const preferred =
  /(?:\[([AB])\]\s+(?:is|was)\s+(?:(?:clearly|much|slightly|far|a\s+bit|somewhat|the)\s+)*(?:better|preferable|superior|stronger)|\bprefer(?:red)?\s+\[([AB])\]|\[([AB])\]\s+wins)/gu;

/** The preferences that a sentence about a pair claims: 1 for A, -1 for B. */
function claimedPreferences(text: string): number[] {
  const claims: number[] = [];
  for (const match of text.replace(quoted, (quote) => " ".repeat(quote.length)).matchAll(preferred)) {
    if (!isDenied(text, match.index)) claims.push((match[1] ?? match[2] ?? match[3]) === "A" ? 1 : -1);
  }
  return claims;
}

const naming =
  "(?:label(?:l?ed)?|categor(?:y|i[sz]ed)|class(?:ified)?|verdict|score|rating|judg(?:e?ment|ed)|rated|marked|answer)(?:\\s+(?:is|it|this|as|of|to\\s+be|(?:w|sh)ould\\s+be|the\\s+\\p{L}+)){0,9}\\s*(?:[:=]\\s*)?";

/** The labels that a sentence gives as its own: after a word such as "label" or "category". The words of a label alone claim nothing. */
function claimedLabels(text: string, scale: PointsOrLabels): number[] {
  const pattern = new RegExp(`\\b${naming}["“'‘]?(${labelPattern(labelsOf(scale) ?? [])})`, "giu");
  return [...text.matchAll(pattern)].flatMap((match) =>
    isDenied(text, match.index + match[0].length - (match[1]?.length ?? 0)) ? [] : (scoreOfLabel(scale, match[1] ?? "") ?? []),
  );
}

/** The score that a line claims in its text although another was given; null if it claims none, or the given one too. */
export function contradictedScore(text: string, score: number | null, scale: PointsOrLabels): number | null {
  if (score === null) return null;
  const claims = claimsIn(text, scale);
  return claims.some((claim) => Math.abs(claim - score) < 1e-9) ? null : (claims[0] ?? null);
}

function claimsIn(text: string, scale: PointsOrLabels): number[] {
  if (isCategorical(scale)) return claimedLabels(text, scale);
  return isPreferenceScale(scale) ? claimedPreferences(text) : claimedScores(text, scale);
}
