import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { askQuestions, instructionOnly } from "../camieval-pairwise/ask-questions";
import { askText } from "../camieval-pairwise/ask-text";
import { defineProtocol } from "../define-protocol";
import { describeCriterion } from "../describe-scale";
import { material, withImage } from "../material";
import { ask, type Drafted, type Drafting, type Question } from "../protocol";
import { reasonField, strictList, strictObject, textField } from "../strict-schema";
import { options, type PointBrief } from "./options";
import { camievalPointwisePrompts } from "./prompts";
import { type Dimension, dimensionParts, readDimensions, typicalDimensions } from "./read-dimensions";
import { type Evaluated, messagesOf, scoreOneByOne } from "./score-one-by-one";
import { scoreTogether } from "./score-together";

/** Evaluates an output in relevance, factuality, adherence and dimensions that a contrast with a weak output brings out, then as a whole. */
export const camievalPointwise = defineProtocol({
  name: "camieval-pointwise",
  title: "CAMIEval, pointwise",
  summary:
    "Makes relevance, factuality and adherence concrete for each instruction, adds dimensions from the contrast of a reference with a weak model's output, scores them all strictly, then the whole.",
  source: "CAMIEval (Fan et al. 2025), section 3.3, tables 15, 18 and 19",
  taskKinds: ["pointwise"],
  scope: "sample",
  makesCriteria: true,
  criteria: "overall",
  variants: ["plain"],
  options,
  needs: ({ dimensions }) => (dimensions === 0 ? [] : ["weak"]),
  needsReference: ({ reference }) => reference === "given",
  prompts: camievalPointwisePrompts,
  *draft(brief): Drafting<Drafted[]> {
    const [overall] = brief.criteria;
    if (overall === undefined) return [];
    const questions = yield* askQuestions(brief, 1);
    const fundamentals = questions.map(({ dimension, question }) => ({ name: titleOf(dimension), definition: question }));
    const given = brief.options.reference === "given" ? brief.sample.reference : null;
    const reference = given ?? (yield* write(brief, "reference", "judge"));
    const weak = brief.options.dimensions === 0 ? null : yield* write(brief, "weak", "weak");
    const specific = weak === null ? [] : yield* makeDimensions(brief, overall, { reference, weak, fundamentals });
    const made = [...fundamentals, ...specific].map((dimension) => ({ ...dimension, scale: overall.scale, overall: false }));
    const score = brief.options.scoring === "together" ? scoreTogether : scoreOneByOne;
    const { dimensions, whole } = yield* score(brief, overall, made, reference);
    const details = { ...whole.details, questions, reference, weak, dimensions: dimensions.map(summaryOf) };
    return [
      ...dimensions.map(({ made: one, content }) => ({ criterion: { made: one }, content })),
      { criterion: { id: overall.id }, content: { ...whole, items: [...whole.items, ...dimensionItems(dimensions)], details } },
    ];
  },
});

const titleOf = (dimension: string) => dimension.charAt(0).toUpperCase() + dimension.slice(1);
const summaryOf = ({ made: { name, definition }, content: { score } }: Evaluated) => ({ name, definition, score });

/** Shown with the whole, to be read only: each dimension is a unit of its own, where people redline it. */
const dimensionItems = (dimensions: Evaluated[]): DraftContent["items"] => [
  { kind: "heading", text: "Dimensions made for this sample:" },
  ...dimensions
    .map(summaryOf)
    .map(({ name, definition, score }) => ({ kind: "heading" as const, text: `${name}: ${score}. ${definition}` })),
];

/** An output that a model writes from the instruction alone. */
const write = (brief: PointBrief, what: "reference" | "weak", role: "judge" | "weak") =>
  askText(what === "weak" ? "weak output" : "reference", role, [
    { role: "system", content: brief.prompt("writer", {}) },
    { role: "user", content: withImage(brief.prompt(what, material(instructionOnly(brief))), brief.sample) },
  ]);

/** Dimensions on which the weak output falls short of the reference, and which the fundamental ones leave out. */
function makeDimensions(
  brief: PointBrief,
  overall: CriterionContent,
  { reference, weak, fundamentals }: { reference: string; weak: string; fundamentals: Dimension[] },
): Generator<Question, Dimension[], unknown> {
  const count = brief.options.dimensions;
  const { task, sample } = instructionOnly(brief);
  const more = { weak, fundamentals: fundamentals.map(describeCriterion).join("\n\n") };
  const values = { ...material({ task, sample: { ...sample, reference } }, more), count: String(count), parts: dimensionParts(count) };
  const list = { ...strictList(strictObject({ name: textField, definition: textField })), minItems: count, maxItems: count };
  const taken = [overall.name, ...fundamentals.map(({ name }) => name)];
  return ask({
    step: "dimensions",
    role: "judge",
    messages: (form) => messagesOf(brief, brief.prompt("contrast", { ...values, [form]: "yes" })),
    schema: { name: "dimensions", schema: strictObject({ comparison: reasonField, thinking: reasonField, dimensions: list }) },
    read: (reply) => readDimensions(reply, count, taken),
    typical: (form) => typicalDimensions(count, form),
  });
}
