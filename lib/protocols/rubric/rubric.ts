import { z } from "zod";
import { scalePoints } from "@/lib/domain/scale-points";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { describeCriterion, describeScale, middleOf } from "../describe-scale";
import { imagePart, material, withImage } from "../material";
import { ask, type ChatMessage, type ContentPart, type ReplyForm } from "../protocol";
import { reasonField, scoreField, strictObject } from "../strict-schema";
import { rubricPrompts } from "./prompts";
import { type Metric, readRubric } from "./read-rubric";

const example = z.strictObject({
  input: z.string().max(100_000),
  output: z.string().max(100_000),
  reference: z.string().max(100_000).optional(),
  /** A web address or a data URL. Shown before the sample's own, to judges that are sent images. */
  image: z
    .string()
    .max(5_000_000)
    .regex(/^(?:https?:\/\/|data:image\/)/iu, "An image is a web address or a data URL.")
    .optional(),
  /** By criterion name. Criteria that are not asked about are left out. */
  scores: z.array(z.strictObject({ criterion: z.string(), score: z.number(), reason: z.string().max(4000).optional() })).min(1),
});

const options = z.strictObject({
  /** What to do before scoring, one step each. */
  steps: z.array(z.string().trim().min(1).max(4000)).max(20).default([]),
  examples: z.array(example).max(20).default([]),
  /** "given": shown to the judge if the sample has one. */
  reference: z.enum(["given", "none"]).default("given"),
});

type RubricBrief = OpenBrief<z.output<typeof options>, keyof typeof rubricPrompts>;

/** All criteria of a sample in one reply, each with a reason and a score on its own scale. */
export const rubric = defineProtocol({
  name: "rubric",
  title: "Rubric",
  summary:
    "All criteria in one question, each with its own scale and a described case for every point; evaluation steps and scored examples can be given.",
  source: "Fine-grained evaluation of VLMs using LLM-as-Judge (2024), rubric and judge prompt",
  taskKinds: ["pointwise"],
  scope: "sample",
  criteria: "every",
  variants: ["plain"],
  options,
  prompts: rubricPrompts,
  ownPictures: ({ examples }, criteria) => examplesOf(examples, criteria).flatMap(({ image }) => image ?? []),
  *draft(brief) {
    const metrics = brief.criteria.map((criterion, index): Metric => ({ ...criterion, key: `m${index + 1}` }));
    if (metrics.length === 0) return [];
    const contents = yield* ask({
      step: "rubric",
      role: "judge",
      messages: (form) => messages(brief, metrics, form),
      schema: { name: "rubric", schema: schemaOf(metrics) },
      read: (reply) => readRubric(reply, metrics),
      typical: (form) => typicalRubric(metrics, form),
    });
    return contents.map(({ metric, content }) => ({ criterion: { id: metric.id }, content }));
  },
});

/** The examples with a score on any of the criteria. */
const examplesOf = (examples: readonly z.output<typeof example>[], criteria: readonly { name: string }[]) =>
  examples.filter((one) => one.scores.some((score) => criteria.some(({ name }) => name === score.criterion)));

function messages(brief: RubricBrief, metrics: Metric[], form: ReplyForm): ChatMessage[] {
  const { task, sample, prompt } = brief;
  const { steps, examples, reference } = brief.options;
  const shown = examplesOf(examples, metrics);
  const texts = shown.flatMap((one, index): [string, string | null][] => [
    [`example-${index + 1}-input`, one.input],
    [`example-${index + 1}-output`, one.output],
    [`example-${index + 1}-reference`, reference === "given" ? (one.reference ?? null) : null],
  ]);
  const wrapped = material(
    { task, sample: { ...sample, reference: reference === "given" ? sample.reference : null } },
    Object.fromEntries<string | null>(texts),
  );
  const exampleTexts = shown.map((one, index) =>
    prompt("example", {
      ...wrapped,
      number: String(index + 1),
      input: wrapped[`example-${index + 1}-input`],
      output: wrapped[`example-${index + 1}-output`],
      reference: wrapped[`example-${index + 1}-reference`],
      scores: scoreLines(one.scores, metrics),
    }),
  );
  const content = prompt("rubric", {
    ...wrapped,
    metrics: metrics.map((metric) => prompt("metric", describe(metric))).join("\n\n"),
    steps: steps.map((step, index) => `${index + 1}. ${step}`).join("\n"),
    examples: exampleTexts.join("\n\n"),
    image: sample.imageUrl === null ? null : "yes",
    lines: metrics.map((metric) => prompt("lines", { ...describe(metric), outputName: task.outputName })).join("\n"),
    keys: metrics.map(({ key }) => `"${key}"`).join(", "),
    [form]: "yes",
  });
  return [
    { role: "system", content: prompt("system", {}) },
    { role: "user", content: withPictures(content, brief, shown) },
  ];
}

/** The question with the pictures of its examples, each under its number, before the sample's own. */
function withPictures(content: string, { sample }: RubricBrief, examples: readonly z.output<typeof example>[]): ChatMessage["content"] {
  const pictures = examples.flatMap(({ image }, index): ContentPart[] =>
    image === undefined || sample.withoutImages === true
      ? []
      : [{ type: "text", text: `The picture of example ${index + 1}:` }, imagePart(image, sample.imageDetail)],
  );
  const own = withImage(content, sample);
  if (pictures.length === 0) return own;
  const [text, ...rest] = typeof own === "string" ? [{ type: "text" as const, text: own }] : own;
  const before: ContentPart[] = rest.length === 0 ? [] : [{ type: "text", text: "The picture of what you judge:" }];
  return [...(text === undefined ? [] : [text]), ...pictures, ...before, ...rest];
}

function describe(metric: Metric) {
  const points = scalePoints(metric.scale);
  const { min, max } = metric.scale;
  return {
    key: metric.key,
    criterion: describeCriterion(metric),
    scale: describeScale(metric.scale),
    points: points !== null && points.length <= 11 ? `one of ${points.join(", ")}` : `the number alone, from ${min} to ${max}`,
  };
}

const scoreLines = (scores: z.output<typeof example>["scores"], metrics: Metric[]): string =>
  metrics
    .flatMap((metric) => scores.filter((score) => score.criterion === metric.name).map((score) => ({ ...score, key: metric.key })))
    .map(({ key, score, reason }) => `${key}: ${score}${reason === undefined ? "" : `. ${reason}`}`)
    .join("\n");

const schemaOf = (metrics: Metric[]) =>
  strictObject(
    Object.fromEntries(metrics.map((metric) => [metric.key, strictObject({ reason: reasonField, score: scoreField(metric.scale) })])),
  );

function typicalRubric(metrics: Metric[], form: ReplyForm): string {
  const reason = "The text names what was asked for, but leaves out one part that this point of the scale would need.";
  if (form === "json")
    return JSON.stringify(Object.fromEntries(metrics.map(({ key, scale }) => [key, { reason, score: middleOf(scale) }])));
  return metrics.map(({ key, scale }) => `${key} reason: ${reason}\n${key} score: ${middleOf(scale)}`).join("\n");
}
