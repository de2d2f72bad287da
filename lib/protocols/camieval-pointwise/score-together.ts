import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { describeCriterion, middleOf } from "../describe-scale";
import { material } from "../material";
import { openReply } from "../open-reply";
import { plainLines } from "../plain-lines";
import { ask, type Question, type Reading, type ReplyForm } from "../protocol";
import { type Metric, readRubric } from "../rubric/read-rubric";
import { reasonField, scoreField, strictObject } from "../strict-schema";
import type { PointBrief } from "./options";
import { messagesOf, type Scored, scaleValues } from "./score-one-by-one";

/** One reply: the comparison with the reference, a reason and a score for each dimension, then for the whole. */
export function* scoreTogether(
  brief: PointBrief,
  overall: CriterionContent,
  made: CriterionContent[],
  reference: string,
): Generator<Question, Scored, unknown> {
  const metrics = [...made, overall].map((criterion, index): Metric => ({ ...criterion, id: `m${index + 1}`, key: `m${index + 1}` }));
  const whole = metrics.at(-1)?.key ?? "";
  const list = metrics.slice(0, -1).map((metric) => `${metric.key}: ${describeCriterion(metric)}`);
  const texts = material({ task: brief.task, sample: { ...brief.sample, reference } }, { dimensions: list.join("\n\n") });
  const values = {
    ...texts,
    ...scaleValues(overall.scale),
    overallKey: whole,
    criterion: describeCriterion(overall),
    lines: metrics.map(({ key }) => linesOf(key)).join("\n"),
    keys: metrics.map(({ key }) => `"${key}"`).join(", "),
  };
  const read = yield* ask({
    step: "all dimensions and overall",
    role: "judge",
    messages: (form) => messagesOf(brief, brief.prompt("together", { ...values, [form]: "yes" })),
    schema: { name: "evaluation", schema: schemaOf(metrics, overall.scale) },
    read: (reply) => readTogether(reply, metrics),
    typical: (form) => typicalTogether(metrics, overall.scale, form),
  });
  const dimensions = made.flatMap((one, index) => {
    const content = read.contents[index];
    return content === undefined ? [] : [{ made: one, content }];
  });
  const last = read.contents.at(-1) ?? { score: null, items: [], raw: "" };
  const compared = read.comparison === "" ? [] : [{ kind: "explanation" as const, text: read.comparison }];
  return { dimensions, whole: { ...last, items: [...compared, ...last.items] } };
}

const linesOf = (key: string) =>
  `${key} reason: one to three sentences that say what leads to the score.\n${key} score: the number alone, from the scale above.`;

const schemaOf = (metrics: Metric[], scale: CriterionContent["scale"]) =>
  strictObject({
    comparison: reasonField,
    ...Object.fromEntries(metrics.map(({ key }) => [key, strictObject({ reason: reasonField, score: scoreField(scale) })])),
  });

/** Reads the scores of all metrics, and the comparison that precedes them; a reply without a comparison can still be read. */
function readTogether(reply: string, metrics: Metric[]): Reading<{ comparison: string; contents: DraftContent[] }> {
  const scores = readRubric(reply, metrics);
  if (!scores.ok) return scores;
  const opened = openReply(reply, (key) => key === "comparison");
  const value = opened.ok ? opened.value.json[0]?.value.comparison : undefined;
  const lines = opened.ok && value === undefined ? plainLines(opened.value.answer) : [];
  const start = lines.findIndex((line) => /^comparison\s?[:：]/iu.test(line));
  const end = lines.findIndex((line, index) => index > start && /^(?:[-*•]\s*)?m1\b/iu.test(line));
  const inLines =
    start < 0
      ? ""
      : lines
          .slice(start, end < 0 ? start + 1 : end)
          .join(" ")
          .replace(/^comparison\s?[:：]\s*/iu, "");
  return {
    ok: true,
    value: { comparison: typeof value === "string" ? value.trim() : inLines, contents: scores.value.map(({ content }) => content) },
  };
}

function typicalTogether(metrics: Metric[], scale: CriterionContent["scale"], form: ReplyForm): string {
  const comparison =
    "The reference gives the reason for each statement and ends with an example; the text gives neither. Both answer the main question, and neither says anything false.";
  const reason = "The text does what this asks for in most of its parts, but leaves out one that the reference has.";
  const score = middleOf(scale);
  if (form === "json") return JSON.stringify({ comparison, ...Object.fromEntries(metrics.map(({ key }) => [key, { reason, score }])) });
  return [`Comparison: ${comparison}`, ...metrics.flatMap(({ key }) => [`${key} reason: ${reason}`, `${key} score: ${score}`])].join("\n");
}
