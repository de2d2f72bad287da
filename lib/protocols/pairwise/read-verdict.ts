import type { DraftContent } from "@/lib/domain/draft";
import { type Preference, scoreOfPreference } from "@/lib/domain/pair-outputs";
import { answerIn } from "../answer-in";
import { declinesToJudge } from "../declines-to-judge";
import { declined } from "../find-score";
import { jsonInReply } from "../json-in-reply";
import { plainLines } from "../plain-lines";
import type { Reading } from "../protocol";
import { nameSides } from "./name-sides";
import { preferencePatterns } from "./preference-patterns";
import { itemsOfJson, verdictInJson } from "./verdict-in-json";
import { itemsOfLines, verdictInLines } from "./verdict-in-lines";
import { nameOf, type Statement } from "./verdict-items";

interface VerdictOptions {
  allowTie: boolean;
  /** The task's word for its output, which replies may use. */
  outputName?: string;
}

/**
 * Reads which output of a pair a reply prefers, from the requested JSON or from lines in the shapes that models write. The score is 1 for A, 0 for a
 * tie, -1 for B; the items name the outputs "[A]" and "[B]". A verdict that is missing, left open, given twice or a tie where none is allowed makes
 * the reply unreadable, with the reason: nothing is guessed.
 */
export function readVerdict(reply: string, { allowTie, outputName = "output" }: VerdictOptions): Reading<DraftContent> {
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const json = jsonInReply(answer.value);
  if (json.kind === "truncated") return unreadable("The JSON of the reply is cut off.");
  const patterns = preferencePatterns(outputName);
  const name = (text: string) => nameSides(text, outputName);
  // Braces may belong to a quotation: unless they hold a verdict key, the reply is read as lines.
  const found =
    json.kind === "found" ? json.objects.map((one) => ({ ...one, said: verdictInJson(one.value, one.source, patterns, name) })) : [];
  const [answering] = found.filter(({ said }) => said.length > 0);
  if (json.kind === "found" && answering !== undefined) {
    const beside = verdictInLines(namedLines(json.around, name), patterns);
    const texts = Object.values(answering.value).filter((one) => typeof one === "string");
    const decided = owned(decide([...found.flatMap(({ said }) => said), ...beside], allowTie), [json.around, ...texts]);
    return content(reply, decided, ({ preference }) => itemsOfJson(answering.value, preference, name));
  }
  const lines = namedLines(answer.value, name);
  const statements = verdictInLines(lines, patterns);
  if (statements.length === 0) return unreadable(json.kind === "found" ? "The reply's JSON holds no verdict." : noVerdict);
  return content(reply, owned(decide(statements, allowTie), [lines.join("\n")]), ({ preference, line }) =>
    itemsOfLines(lines, line, preference, patterns),
  );
}

const namedLines = (text: string, name: (text: string) => string) => name(plainLines(text, "Verdict").join("\n")).split("\n");
const noVerdict = "The reply holds no verdict for [A] or [B].";
const unreadable = (problem: string) => ({ ok: false as const, problem });

interface Decided {
  preference: Preference;
  line: number;
}

/** A preference beside words that its writer cannot judge is none; a tie may well come from them. */
const owned = (decided: Reading<Decided>, texts: readonly string[]): Reading<Decided> =>
  decided.ok && decided.value.preference !== "tie" && texts.some(declinesToJudge) ? unreadable(declined) : decided;

/** All statements must agree; the first one is the verdict's line. */
function decide(statements: readonly Statement[], allowTie: boolean): Reading<Decided> {
  const bad = statements.flatMap(({ said }) => ("problem" in said ? [said.problem] : []))[0];
  if (bad !== undefined) return unreadable(bad);
  const said = statements.flatMap(({ said: one, line }): Decided[] => ("preference" in one ? [{ preference: one.preference, line }] : []));
  const names = [...new Set(said.map(({ preference }) => nameOf(preference)))];
  const first = said[0];
  if (first === undefined) return unreadable(noVerdict);
  if (names.length > 1) return unreadable(`The reply gives ${names.length === 2 ? "two" : "three"} verdicts, ${names.join(" and ")}.`);
  if (first.preference === "tie" && !allowTie) return unreadable("The reply calls a tie; here [A] or [B] has to be chosen.");
  return { ok: true, value: first };
}

function content(raw: string, decided: Reading<Decided>, items: (decided: Decided) => DraftContent["items"]): Reading<DraftContent> {
  if (!decided.ok) return decided;
  return { ok: true, value: { score: scoreOfPreference(decided.value.preference), items: items(decided.value), raw } };
}
