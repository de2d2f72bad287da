import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { snapToScale } from "@/lib/domain/scale-points";
import { declinesToJudge } from "./declines-to-judge";
import { contradiction, declined } from "./find-score";
import type { FoundJson } from "./json-in-reply";
import { plainKey } from "./open-reply";
import { plainLines } from "./plain-lines";
import { isScoreWord, readBareNumber, readScoreInLine, type ScoreInLine } from "./read-score";

type Content = Omit<DraftContent, "raw">;
type Reading = { ok: true; content: Content } | { ok: false; problem: string };
type Fields = Record<string, unknown>;
type NamedScale = Scale & { name?: string };

const names = {
  conclusion: ["conclusion", "verdict", "summary", "judgement", "judgment"],
  explanation: ["explanation", "reasoning", "rationale", "analysis", "reason", "justification"],
  evidence: ["evidence", "quotes", "evidences"],
} as const;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const hasScore = (fields: Fields) => Object.keys(fields).some(isScoreWord);

/** Whether an object is an answer with a score, by its keys at the top or one level down. */
export const holdsScore = (value: Fields): boolean =>
  hasScore(value) || Object.values(value).some((inner) => isFields(inner) && hasScore(inner));

/**
 * Reads the draft from a reply with one or more JSON scores: all objects, and any score in the text around them, must agree. The items are the first
 * object's.
 */
export function readAllStructured(objects: readonly FoundJson[], around: string, scale: NamedScale): Reading {
  const readings = objects.map(({ value, source }) => readStructured(value, source, scale));
  const unread = readings.find((reading) => !reading.ok);
  if (unread !== undefined) return unread;
  const [first, ...more] = readings.flatMap((reading) => (reading.ok ? [reading.content] : []));
  if (first === undefined || first.score === null) return { ok: false, problem: "The reply's JSON holds no score." };
  const other = more.find(({ score }) => score !== first.score);
  const problem =
    other === undefined ? contradiction(first.score, plainLines(around), scale) : twoScores([first.score, Number(other.score)]);
  return problem === null ? { ok: true, content: first } : { ok: false, problem };
}

const twoScores = (scores: readonly unknown[]) =>
  `The reply gives ${scores.length > 2 ? "several" : "two"} scores, ${scores.join(" and ")}.`;

/** Reads a draft from JSON, under the requested keys or those that models use instead. `source`: the JSON's text. */
export function readStructured(value: Fields, source: string, scale: NamedScale): Reading {
  const fields = innermost(value, scale.name ?? "");
  const keys = Object.keys(fields).filter(isScoreWord);
  const given = keys.map((key) => fields[key]).filter((one) => one !== null);
  const foreign = otherTop(fields, scale) ?? otherCriterion(fields, scale.name ?? "");
  if (foreign !== null) return { ok: false, problem: foreign };
  const scores = [...given, ...valuesIn(source)].map((one) => readScore(one, scale));
  if (given.length === 0) return { ok: false, problem: "The reply's JSON holds no score." };
  const failure = Object.entries(value).find(
    ([key, said]) => plainKey(key) === "error" && (typeof said === "string" ? said.trim() !== "" : isFields(said)),
  );
  if (failure !== undefined)
    return { ok: false, problem: `The reply's JSON reports an error: ${JSON.stringify(failure[1]).slice(0, 100)}.` };
  const said = textsOf(value).join("\n");
  if (declinesToJudge(said)) return { ok: false, problem: declined };
  const hedged = hedgedBeside(fields);
  if (hedged !== undefined) return { ok: false, problem: `The reply leaves the score open: "${hedged.slice(0, 100)}".` };
  const bad = scores.find((score) => "problem" in score);
  if (bad !== undefined) return { ok: false, problem: bad.problem };
  const [score, ...others] = [...new Set(scores.flatMap((one) => ("score" in one ? [one.score] : [])))];
  if (score === undefined || others.length > 0) return { ok: false, problem: twoScores([score, ...others]) };
  const inWords = plainLines(said)
    .flatMap((line) => readScoreInLine(line, scale) ?? [])
    .find((read) => read.open !== true && "score" in read && read.score !== score);
  if (inWords !== undefined && "score" in inWords) return { ok: false, problem: twoScores([score, inWords.score]) };
  return { ok: true, content: { score, items: itemsOf(fields, `Score: ${score}`) } };
}

/** What is said of the score under a key of its own, if that is another score: "score_reason": "could also be a 4". */
const hedgedBeside = (fields: Fields): string | undefined =>
  Object.entries(fields).flatMap(([key, said]) =>
    typeof said === "string" &&
    /^(?:score|rating|grade) \p{L}+$/u.test(plainKey(key)) &&
    /^\W*(?:(?:could|might|may)\s+(?:(?:also|just\s+as\s+well|as\s+well)\s+)?(?:be|have\s+been)|(?:or|maybe|perhaps|possibly))\s+(?:an?\s+)?\p{Nd}/iu.test(
      said,
    )
      ? [said]
      : [],
  )[0];

/** Why the scale named in the object conflicts with the criterion's; null if it names none or the same one. */
function otherTop(fields: Fields, scale: Scale): string | null {
  for (const [key, said] of Object.entries(fields)) {
    const name = plainKey(key);
    if (!/^(?:(?:score )?(?:max|maximum)(?: (?:score|rating|points))?|out ?of|scale(?: max)?)$/u.test(name)) continue;
    const read = readScoreInLine(name.startsWith("scale") ? `Score (${said}): ${scale.max}` : `Score: ${scale.max} out of ${said}`, scale);
    if (read !== null && "problem" in read) return read.problem;
  }
  return null;
}

const namesCriterion = /^(?:criterion|criteria|criterion name|dimension|aspect|metric|category|name)$/u;

/** Why the criterion named beside the score is not the one asked about; null if none is named, or this one. */
function otherCriterion(fields: Fields, name: string): string | null {
  const asked = plainKey(name);
  if (asked === "") return null;
  for (const [key, said] of Object.entries(fields)) {
    if (!namesCriterion.test(plainKey(key)) || typeof said !== "string") continue;
    const named = plainKey(said);
    const isSame = named === "" || /^(?:criterion\s*)?\p{Nd}+$/u.test(named) || named.includes(asked) || asked.includes(named);
    if (!isSame) return `The reply's JSON scores "${said.slice(0, 100)}", and "${name}" was asked for.`;
  }
  return null;
}

/** Every number or text under a key for a score, at any depth: a repeated key occurs twice in the text, though not in the object. */
function valuesIn(source: string): unknown[] {
  const pairs = source.matchAll(/(?<!\\)"([^"\\\n]{1,40})"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[^\s,}\]]*)/gu);
  return [...pairs].flatMap(([, key = "", text = ""]) => (isScoreWord(key) ? [text.startsWith('"') ? text.slice(1, -1) : text] : []));
}

/** The lines of a draft in an object's fields, with the line of the score in its place. */
export function itemsOf(fields: Fields, scoreLine: string): DraftContent["items"] {
  const conclusion = text(pick(fields, names.conclusion));
  const explanation = text(pick(fields, names.explanation));
  const evidence = list(pick(fields, names.evidence)).map(evidenceText);
  return [
    ...(conclusion === "" ? [] : [{ kind: "conclusion" as const, text: conclusion }]),
    ...(explanation === "" ? [] : [{ kind: "explanation" as const, text: explanation }]),
    { kind: "score", text: scoreLine },
    ...evidence.filter((line) => line !== "").map((line) => ({ kind: "evidence" as const, text: line })),
  ];
}

const wrappers =
  /^(?:(?:final )?(?:evaluation|result|results|answer|response|reply|review|assessment|judge?ment|verdict|output|data|json|score|scores|rating|criterion|content|arguments|parameters|properties))$/u;

/** Some models wrap the requested object in another one, named after the task or the criterion. One under another name is about something else. */
const innermost = (value: Fields, name: string): Fields =>
  hasScore(value)
    ? value
    : (Object.entries(value).flatMap(([key, inner]) =>
        isFields(inner) && hasScore(inner) && (wrappers.test(plainKey(key)) || plainKey(key) === plainKey(name)) ? [inner] : [],
      )[0] ?? value);

/** The texts of an answer's own fields, not of what it quotes as evidence. */
const textsOf = (value: Fields): string[] =>
  Object.entries(value).flatMap(([key, one]) =>
    names.evidence.some((other) => other === plainKey(key)) ? [] : typeof one === "string" ? [one] : isFields(one) ? textsOf(one) : [],
  );

const pick = (fields: Fields, candidates: readonly string[]): unknown => {
  const key = Object.keys(fields).find((name) => candidates.includes(name.trim().toLowerCase()));
  return key === undefined ? undefined : fields[key];
};

function readScore(value: unknown, scale: Scale): ScoreInLine {
  if (typeof value === "number") {
    const score = snapToScale(scale, value);
    return score !== null ? { score } : { problem: `The score ${value} is not on the scale, ${scale.min} to ${scale.max}.` };
  }
  if (typeof value !== "string") return { problem: "The reply's score is not a number." };
  const read = readBareNumber(value, scale) ?? readScoreInLine(`Score: ${value}`, scale);
  return read ?? { problem: `The reply's score is not a number: "${value.slice(0, 100)}".` };
}

const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : Array.isArray(value) ? value.map(text).join(" ").trim() : "";
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);

function evidenceText(entry: unknown): string {
  if (!isFields(entry)) return text(entry);
  const quote = text(entry.quote ?? entry.text).replace(/^["“]|["”]$/gu, "");
  const comment = text(entry.comment ?? entry.explanation ?? entry.reason);
  if (quote === "") return comment;
  return comment === "" ? `"${quote}"` : `"${quote}" ${comment}`;
}
