import type { DraftContent } from "@/lib/domain/draft";
import { declinesToJudge } from "../declines-to-judge";
import { decide, declined } from "../find-score";
import { type OpenReply, openReply, plainKey } from "../open-reply";
import { plainLines } from "../plain-lines";
import type { BriefCriterion, Reading } from "../protocol";
import { readBareNumber, readScoreInLine, readScoreTakenBack, type ScoreInLine } from "../read-score";
import { readStructured } from "../read-structured";

/** A criterion with the key that prompt and reply use for it, because its name may contain any character. */
export interface Metric extends BriefCriterion {
  key: string;
}

type Part = Reading<Omit<DraftContent, "raw">>;

/** Reads one reply about all metrics: JSON by key, or lines. Every metric must have one score on its scale, even if stated repeatedly. */
export function readRubric(reply: string, metrics: Metric[]): Reading<{ metric: Metric; content: DraftContent }[]> {
  const opened = openReply(reply, (key) => metrics.some((metric) => partOfKey(key, metric) !== null));
  if (!opened.ok) return opened;
  const { json, answer, around } = opened.value;
  if (declinesToJudge(json.length === 0 ? answer : around)) return { ok: false, problem: declined };
  const partOf = readerOf(opened.value, metrics);
  const read: { metric: Metric; content: DraftContent }[] = [];
  for (const metric of metrics) {
    const part = partOf(metric);
    if (!part.ok) return { ok: false, problem: `${metric.key} (${metric.name}): ${part.problem}` };
    read.push({ metric, content: { ...part.value, raw: reply } });
  }
  return { ok: true, value: read };
}

const missing: Part = { ok: false, problem: "The reply does not score this metric." };
const twice: Part = { ok: false, problem: "The reply scores this metric twice." };

/** What the whole reply says about a metric: every JSON object and the text around them must give the same score. */
function readerOf({ json, answer, around }: OpenReply, metrics: Metric[]): (metric: Metric) => Part {
  if (json.length === 0) return lineReader(answer, metrics);
  const readers = [...json.map((found) => jsonReader(found, metrics)), lineReader(around, metrics)];
  return (metric) => {
    const [first = missing, ...more] = readers.map((read) => read(metric)).filter((part) => part !== missing);
    const bad = [first, ...more].find((part) => !part.ok);
    if (bad !== undefined) return bad;
    return more.every((part) => part.ok && first.ok && part.value.score === first.value.score) ? first : twice;
  };
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Which part of a metric a key holds: all of it ("m1" or its name), or "m1 score" or "m1 reason", as models turn a line's label into a key. */
function partOfKey(key: string, metric: Metric): "score" | "reason" | null {
  for (const name of [metric.key, plainKey(metric.name)]) {
    if (key === name || key === `${name} score` || key === `${name} rating`) return "score";
    if (key === `${name} reason` || key === `${name} explanation`) return "reason";
  }
  return null;
}

const keysIn = (fields: Fields, metric: Metric, part: "score" | "reason") =>
  Object.keys(fields).filter((key) => partOfKey(plainKey(key), metric) === part);

/** Looks up a metric by key or name, at the top or one level down, where some models put the answer. */
function jsonReader({ value, source }: { value: Fields; source: string }, metrics: Metric[]): (metric: Metric) => Part {
  const keysOf = (fields: Fields) => metrics.flatMap((metric) => [...keysIn(fields, metric, "score"), ...keysIn(fields, metric, "reason")]);
  const fields = [value, ...Object.values(value).filter(isFields)].find((candidate) => keysOf(candidate).length > 0) ?? value;
  const placesOf = (key: string) =>
    [...source.matchAll(new RegExp(`(?<!\\\\)${escaped(JSON.stringify(key))}\\s*:`, "gu"))].map(({ index }) => index);
  const starts = keysOf(fields).flatMap(placesOf);
  return (metric) => {
    const keys = keysIn(fields, metric, "score");
    const [key] = keys;
    if (key === undefined) return missing;
    const [start, ...again] = placesOf(key);
    if (keys.length > 1 || again.length > 0) return twice;
    const entry = fields[key];
    const from = start ?? 0;
    const end = Math.min(...starts.filter((place) => place > from), source.length);
    const reason = keysIn(fields, metric, "reason").map((one) => fields[one])[0];
    const read = readStructured(isFields(entry) ? { ...entry } : { score: entry, reason }, source.slice(from, end), metric.scale);
    return read.ok ? { ok: true, value: read.content } : read;
  };
}

/** The lines of one metric, parsed. */
interface Said {
  scores: ScoreInLine[];
  reasons: string[];
}

/** "m1 reason: …" and "m1 score: 2", or the shapes that models write instead: "m1: 2, because …", "Name (0-2): 1", a heading with lines under it. */
function lineReader(answer: string, metrics: Metric[]): (metric: Metric) => Part {
  const heard = new Map<Metric, Said>(metrics.map((metric) => [metric, { scores: [], reasons: [] }]));
  const heads = metrics.toSorted((a, b) => b.name.length - a.name.length).map(headPatterns);
  let current: Metric | null = null;
  for (const line of plainLines(answer)) {
    const head = headOf(line, heads);
    if (head !== null) current = head.metric;
    const about = current === null ? undefined : heard.get(current);
    if (current !== null && about !== undefined) listen(about, head === null ? line : head.rest, head !== null, current);
  }
  return (metric) => {
    const { scores, reasons } = heard.get(metric) ?? { scores: [], reasons: [] };
    const said = decide(scores.map((read) => ({ read, line: 0 })));
    if (scores.length === 0 || said === null) return missing;
    if ("problem" in said) return scores.every((read) => "score" in read) ? twice : { ok: false, problem: said.problem };
    const reason = reasons.join(" ").trim();
    return {
      ok: true,
      value: {
        score: said.score,
        items: [
          ...(reason === "" ? [] : [{ kind: "explanation" as const, text: reason }]),
          { kind: "score", text: `Score: ${said.score}` },
        ],
      },
    };
  };
}

const reasonLabel = /^\W*(?:reason|reasons|reasoning|explanation|rationale|justification|why)\s*[:=]\s*/iu;
const numberFirst = /^[\s:=(]*-?\d+(?:[.,]\d+)?(?:\s*(?:\/|out of)\s*\d+(?:[.,]\d+)?)?[\s.,;:)–—-]*/iu;

function listen(said: Said, text: string, isHead: boolean, metric: Metric): void {
  const reason = reasonLabel.exec(text);
  if (reason !== null) {
    said.reasons.push(text.slice(reason[0].length));
    return;
  }
  const line = isHead && !/^\W*score\b/iu.test(text) ? `Score${text}` : text;
  const score =
    readScoreInLine(line, metric.scale) ?? (isHead ? null : (readBareNumber(text, metric.scale) ?? readScoreTakenBack(text, metric.scale)));
  if (score !== null) said.scores.push(score);
  const words = text.replace(/^\W*score\s*/iu, "").replace(numberFirst, "");
  if (/\p{L}/u.test(words)) said.reasons.push(score === null ? text.replace(/^[\s:=–—-]+/u, "") : words);
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");

interface HeadPatterns {
  metric: Metric;
  /** The name at the start of a line that then gives its score. */
  byName: RegExp;
  /** The name after the key: "m1 (Class) score: 2", "m1 - Class: 2". */
  afterKey: RegExp;
}

function headPatterns(metric: Metric): HeadPatterns {
  const name = escaped(metric.name.trim());
  return {
    metric,
    byName: new RegExp(`^${name}(?=\\s*(?:\\([^()]*\\)\\s*)?(?:(?:score|reason|explanation)\\s*)?[:=])`, "iu"),
    afterKey: new RegExp(`^\\s*(?:\\(\\s*${name}\\s*\\)|(?:[-–—,:]\\s*)?${name})(?=\\s|[:=(]|$)`, "iu"),
  };
}

/** The metric that a line begins with, by key or by name, and what follows. An unknown key ends the previous metric. */
function headOf(line: string, heads: HeadPatterns[]): { metric: Metric | null; rest: string } | null {
  const text = line.replace(/^(?:[-*•]\s*|\p{Nd}{1,2}\s*[.)]\s+)/u, "");
  const key = /^m\d+\b/iu.exec(text)?.[0].toLowerCase();
  if (key !== undefined) {
    const head = heads.find(({ metric }) => metric.key === key);
    return head === undefined
      ? { metric: null, rest: "" }
      : { metric: head.metric, rest: text.slice(key.length).replace(head.afterKey, "") };
  }
  for (const { metric, byName } of heads) {
    const match = byName.exec(text);
    if (match !== null) return { metric, rest: text.slice(match[0].length) };
  }
  return null;
}
