import { z } from "zod";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { askText } from "../camieval-pairwise/ask-text";
import { instructionOnly } from "../camieval-pairwise/camieval-pairwise";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { describeCriterion, describeScale } from "../describe-scale";
import { material, withImage } from "../material";
import { parseReply } from "../parse-reply";
import { ask, type Drafted, type Drafting, type Question } from "../protocol";
import { typicalEvaluation } from "../step-by-step/step-by-step";
import { scoreField, strictList, strictObject, textField } from "../strict-schema";
import { camievalPointwisePrompts } from "./prompts";
import { dimensionParts, readDimensions, typicalDimensions } from "./read-dimensions";

const options = z.strictObject({
  dimensions: z.int().min(1).max(8).default(3),
  /** "given": the sample's own; "generated": the judge writes one. */
  reference: z.enum(["generated", "given"]).default("generated"),
});

type PointBrief = OpenBrief<z.output<typeof options>, keyof typeof camievalPointwisePrompts>;

/** What the judge sees besides the output: a reference and, while it derives dimensions, a weak model's output. */
interface Contrast {
  reference: string;
  weak: string;
}

interface Evaluated {
  made: CriterionContent;
  content: DraftContent;
}

/** Derives dimensions for one instruction by contrasting a reference with a weak output, scores each, then scores the whole in view of them. */
export const camievalPointwise = defineProtocol({
  name: "camieval-pointwise",
  title: "CAMIEval, pointwise",
  summary: "Contrasts a reference with a weak model's output into dimensions for each instruction, scores each dimension, then the whole.",
  source: "CAMIEval, pointwise evaluation with contrastively made dimensions",
  taskKinds: ["pointwise"],
  scope: "sample",
  makesCriteria: true,
  criteria: "overall",
  variants: ["plain"],
  options,
  needs: () => ["weak"],
  needsReference: ({ reference }) => reference === "given",
  prompts: camievalPointwisePrompts,
  *draft(brief): Drafting<Drafted[]> {
    const [overall] = brief.criteria;
    if (overall === undefined) return [];
    const given = brief.options.reference === "given" ? brief.sample.reference : null;
    const reference = given ?? (yield* write(brief, "reference", "judge"));
    const contrast = { reference, weak: yield* write(brief, "weak", "weak") };
    const evaluated: Evaluated[] = [];
    // One question per dimension, so that scores do not influence each other and each reply is one draft to redline.
    for (const made of yield* makeDimensions(brief, overall, contrast))
      evaluated.push({ made, content: yield* scoreDimension(brief, made, reference) });
    const content = yield* scoreOverall(brief, overall, evaluated, contrast);
    return [
      ...evaluated.map(({ made, content: one }) => ({ criterion: { made }, content: one })),
      { criterion: { id: overall.id }, content },
    ];
  },
});

/** An output that a model writes from the instruction alone. */
const write = (brief: PointBrief, what: "reference" | "weak", role: "judge" | "weak") =>
  askText(what === "weak" ? "weak output" : "reference", role, [
    { role: "system", content: brief.prompt("writer", {}) },
    { role: "user", content: withImage(brief.prompt(what, material(instructionOnly(brief))), brief.sample.imageUrl) },
  ]);

function* makeDimensions(
  brief: PointBrief,
  overall: CriterionContent,
  { reference, weak }: Contrast,
): Generator<Question, CriterionContent[], unknown> {
  const count = brief.options.dimensions;
  const { task, sample } = instructionOnly(brief);
  const values = { ...material({ task, sample: { ...sample, reference } }, { weak }), count: String(count), parts: dimensionParts(count) };
  const list = { ...strictList(strictObject({ name: textField, definition: textField })), minItems: count, maxItems: count };
  const found = yield* ask({
    step: "dimensions",
    role: "judge",
    messages: (form) => messagesOf(brief, brief.prompt("contrast", { ...values, [form]: "yes" })),
    schema: {
      name: "dimensions",
      schema: strictObject({ dimensions: list }),
    },
    read: (reply) => readDimensions(reply, count, overall.name),
    typical: (form) => typicalDimensions(count, form),
  });
  return found.map((dimension) => ({ ...dimension, scale: overall.scale, overall: false }));
}

const messagesOf = (brief: PointBrief, text: string) => [
  { role: "system" as const, content: brief.prompt("system", {}) },
  { role: "user" as const, content: withImage(text, brief.sample.imageUrl) },
];

function scoreDimension(brief: PointBrief, made: CriterionContent, reference: string) {
  const shown = material({ task: brief.task, sample: { ...brief.sample, reference } }, { dimension: describeCriterion(made) });
  const values = { ...shown, criterion: shown.dimension, scale: describeScale(made.scale) };
  return evaluate(brief, `dimension: ${made.name}`, "dimension", values, made);
}

function* scoreOverall(brief: PointBrief, overall: CriterionContent, evaluated: Evaluated[], { reference, weak }: Contrast) {
  const shown = material(
    { task: brief.task, sample: { ...brief.sample, reference } },
    { evaluations: evaluated.map(evaluationText).join("\n\n") },
  );
  const values = { ...shown, criterion: describeCriterion(overall), scale: describeScale(overall.scale) };
  const content = yield* evaluate(brief, "overall", "overall", values, overall);
  const dimensions = evaluated.map(({ made: { name, definition }, content: { score } }) => ({ name, definition, score }));
  return {
    ...content,
    items: [
      ...content.items,
      { kind: "heading" as const, text: "Dimensions made for this sample:" },
      ...dimensions.map(({ name, definition, score }) => ({ kind: "explanation" as const, text: `${name}: ${score}. ${definition}` })),
    ],
    details: { ...content.details, reference, weak, dimensions },
  };
}

/** A dimension's evaluation without its evidence and headings, as the overall question shows it. */
const evaluationText = ({ made, content }: Evaluated): string => {
  const said = content.items.filter(({ kind }) => kind === "conclusion" || kind === "explanation").map(({ text }) => text);
  return [describeCriterion(made), `Score: ${content.score}`, ...said].join("\n");
};

const evaluate = (
  brief: PointBrief,
  step: string,
  prompt: "dimension" | "overall",
  values: Record<string, string | null>,
  { name, scale }: CriterionContent,
): Generator<Question, DraftContent, unknown> =>
  ask({
    step,
    role: "judge",
    messages: (form) => messagesOf(brief, brief.prompt(prompt, { ...values, [form]: "yes" })),
    schema: {
      name: "evaluation",
      schema: strictObject({
        conclusion: textField,
        explanation: textField,
        score: scoreField(scale),
        evidence: strictList(strictObject({ quote: textField, comment: textField })),
      }),
    },
    read: (reply) => parseReply(reply, scale, name),
    typical: (form) => typicalEvaluation(scale, form),
  });
