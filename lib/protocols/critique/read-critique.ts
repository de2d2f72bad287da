import type { Scale } from "@/lib/domain/criterion";
import { findScore } from "../find-score";
import { type OpenReply, openReply } from "../open-reply";
import { nameSides } from "../pairwise/name-sides";
import { readVerdict } from "../pairwise/read-verdict";
import { parseReply } from "../parse-reply";
import { plainLines } from "../plain-lines";
import type { Reading } from "../protocol";
import { isScoreWord, readScoreInLine, readScoreTakenBack } from "../read-score";
import { holdsScore, readAllStructured } from "../read-structured";

/** A critique as a model wrote it. */
export interface WrittenCritique {
  text: string;
  score: number;
  /** The model's reflection on its first version, if it was asked for one. */
  reflection: string | null;
  raw: string;
}

/** Reads the critique of one output with its score. */
export function readCritique(reply: string, scale: Scale): Reading<WrittenCritique> {
  const opened = openReply(reply, isAnswerKey);
  if (!opened.ok) return opened;
  const score = readScore(reply, opened.value, scale);
  return score.ok ? written(reply, opened.value, score.value, (text) => text) : score;
}

/** Reads the critique of a pair with its verdict; the outputs are called [A] and [B] in it. */
export function readPairCritique(reply: string, options: { allowTie: boolean; outputName: string }): Reading<WrittenCritique> {
  const opened = openReply(reply, isAnswerKey);
  if (!opened.ok) return opened;
  const verdict = readVerdict(reply, options);
  if (!verdict.ok) return verdict;
  if (verdict.value.score === null) return { ok: false, problem: "The reply holds no verdict." };
  return written(reply, opened.value, verdict.value.score, (text) => nameSides(text, options.outputName));
}

/** A score on its own line wins over mentions of scores in the critique; without such a line the whole reply is searched. */
function readScore(reply: string, { answer, json, around }: OpenReply, scale: Scale): Reading<number> {
  if (json.length > 0) return scoreInJson(json, around, scale);
  const lines = plainLines(answer);
  const own = lines.filter((line) => isScoreLine(line) && readScoreInLine(line, scale) !== null);
  const found = own.length === 0 ? null : findScore([...own, ...lines.filter((line) => readScoreTakenBack(line, scale) !== null)], scale);
  if (found !== null) return "score" in found ? { ok: true, value: found.score } : { ok: false, problem: found.problem };
  const whole = parseReply(reply, scale);
  if (!whole.ok) return whole;
  return whole.value.score === null ? noScore : { ok: true, value: whole.value.score };
}

const noScore = { ok: false as const, problem: "The reply holds no score." };

function scoreInJson(json: OpenReply["json"], around: string, scale: Scale): Reading<number> {
  const scored = json.filter(({ value }) => holdsScore(value));
  if (scored.length === 0) {
    const beside = findScore(plainLines(around), scale);
    return "score" in beside ? { ok: true, value: beside.score } : { ok: false, problem: beside.problem };
  }
  const read = readAllStructured(scored, around, scale);
  if (!read.ok) return read;
  return read.content.score === null ? noScore : { ok: true, value: read.content.score };
}

/** "Score: 4", "2. My final rating = 4", "Actually, score: 3". */
function isScoreLine(line: string): boolean {
  const text = line.replace(/^(?:\p{Nd}{1,2}\s*[.)、]\s*)?(?:(?:actually|so|thus|hence|therefore|correction)[\s,:]+){0,2}/iu, "");
  return isScoreWord(/^([^:：=]{1,40}?)\s*(?:\([^()]*\)\s*)?[:：=]/u.exec(text)?.[1] ?? "") || /^(?:overall |final )?score\b/iu.test(text);
}

/** Keys that distinguish a JSON answer from other braces. */
const isAnswerKey = (key: string) => isScoreWord(key) || ["critique", "verdict", "winner", "preference"].includes(key);

const words = ["draft", "reflection", "critique", "score", "verdict"] as const;
/** What models write instead of "critique". */
const critiqueWords = ["critique", "criticism", "explanation", "analysis", "reasoning", "comparison", "feedback"];

function written(raw: string, opened: OpenReply, score: number, name: (text: string) => string): Reading<WrittenCritique> {
  const [first] = opened.json.toSorted((a, b) => Number(hasCritique(b.value)) - Number(hasCritique(a.value)));
  const part = first === undefined ? partsOfLines(opened.answer) : partsOfJson(first.value);
  const text = part("critique");
  if (text === "") return { ok: false, problem: "The reply holds no critique." };
  const reflection = part("reflection");
  return { ok: true, value: { text: name(text), score, reflection: reflection === "" ? null : name(reflection), raw } };
}

const hasCritique = (value: Record<string, unknown>) => partsOfJson(value)("critique") !== "";

type Part = (word: (typeof words)[number]) => string;

function partsOfJson(value: Record<string, unknown>): Part {
  const entries = Object.entries(value);
  const inner = entries[0]?.[1];
  if (entries.length === 1 && typeof inner === "object" && inner !== null && !Array.isArray(inner)) return partsOfJson({ ...inner });
  return (word) => {
    const keys: readonly string[] = word === "critique" ? critiqueWords : [word];
    const found = keys.flatMap((key) => entries.filter(([name]) => name.toLowerCase() === key).map(([, said]) => said));
    return textOf(found[0]);
  };
}

const textOf = (said: unknown): string =>
  typeof said === "string"
    ? said.trim()
    : Array.isArray(said)
      ? said
          .map(textOf)
          .filter((text) => text !== "")
          .join("\n")
      : "";

/** Lines under the label before them; those before any label are the critique. */
function partsOfLines(answer: string): Part {
  const said: Record<(typeof words)[number], string[]> = { draft: [], reflection: [], critique: [], score: [], verdict: [] };
  let current = "critique" as (typeof words)[number];
  for (const line of plainLines(answer)) {
    const label = /^(?:\p{Nd}{1,2}\s*[.)、]\s*)?(?:final |overall |corrected )?(\p{L}+)\s*(?:\([^()]*\)\s*)?[:：]\s*/iu.exec(line);
    const word = label?.[1]?.toLowerCase() ?? "";
    const known = critiqueWords.includes(word) ? "critique" : words.find((one) => one === word);
    // A score or verdict takes one line; the critique continues after it.
    current = known ?? (current === "score" || current === "verdict" ? "critique" : current);
    const text = known === undefined ? line : line.slice(label?.[0].length);
    if (text !== "") said[current].push(text);
  }
  return (word) => said[word].join("\n");
}
