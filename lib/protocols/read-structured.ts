import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { readBareNumber, readScoreInLine } from "./read-score";

type Reading = { ok: true; content: Omit<DraftContent, "raw"> } | { ok: false; problem: string };
type Fields = Record<string, unknown>;

const names = {
  score: ["score", "rating", "final_score", "overall_score", "grade"],
  conclusion: ["conclusion", "verdict", "summary", "judgement", "judgment"],
  explanation: ["explanation", "reasoning", "rationale", "analysis", "reason", "justification"],
  evidence: ["evidence", "quotes", "evidences"],
} as const;

/** Reads a draft out of JSON, under the keys asked for or those that models put instead. `source`: the JSON's text. */
export function readStructured(value: Fields, source: string, scale: Scale): Reading {
  const fields = unwrap(value);
  const given = [...source.matchAll(/(?<!\\)"(?:final_|overall_)?score"\s*:\s*("[^"]*"|[^\s,}]+)/giu)].map((match) => match[1]);
  if (new Set(given).size > 1) return { ok: false, problem: `The reply gives two scores, ${[...new Set(given)].join(" and ")}.` };
  const score = readScore(pick(fields, names.score), scale);
  if (typeof score !== "number") return { ok: false, problem: score.problem };
  const conclusion = text(pick(fields, names.conclusion));
  const explanation = text(pick(fields, names.explanation));
  const evidence = list(pick(fields, names.evidence)).map(evidenceText);
  const items: DraftContent["items"] = [
    ...(conclusion === "" ? [] : [{ kind: "conclusion" as const, text: conclusion }]),
    ...(explanation === "" ? [] : [{ kind: "explanation" as const, text: explanation }]),
    { kind: "score", text: `Score: ${score}` },
    ...evidence.filter((line) => line !== "").map((line) => ({ kind: "evidence" as const, text: line })),
  ];
  return { ok: true, content: { score, items } };
}

/** Some models wrap the object they were asked for in another one. */
function unwrap(value: Fields): Fields {
  const keys = Object.keys(value);
  const only = keys.length === 1 ? value[keys[0] ?? ""] : undefined;
  return typeof only === "object" && only !== null && !Array.isArray(only) ? { ...only } : value;
}

const pick = (fields: Fields, candidates: readonly string[]): unknown => {
  const key = Object.keys(fields).find((name) => candidates.includes(name.toLowerCase()));
  return key === undefined ? undefined : fields[key];
};

function readScore(value: unknown, scale: Scale): number | { problem: string } {
  if (value === undefined || value === null) return { problem: "The reply's JSON holds no score." };
  if (typeof value !== "number" && typeof value !== "string") return { problem: "The reply's score is not a number." };
  const read = readBareNumber(String(value), scale) ?? readScoreInLine(`Score: ${value}`, scale);
  if (read === null) return { problem: `The reply's score is not a number: "${String(value).slice(0, 100)}".` };
  return "score" in read ? read.score : { problem: read.problem };
}

const text = (value: unknown): string =>
  typeof value === "string" ? value.trim() : Array.isArray(value) ? value.map(text).join(" ").trim() : "";
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);

function evidenceText(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return text(entry);
  const fields = { ...entry } as Fields;
  const quote = text(fields.quote ?? fields.text).replace(/^["“]|["”]$/gu, "");
  const comment = text(fields.comment ?? fields.explanation ?? fields.reason);
  if (quote === "") return comment;
  return comment === "" ? `"${quote}"` : `"${quote}" ${comment}`;
}
