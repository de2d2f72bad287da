import { z } from "zod";
import type { ImportEvent } from "@/lib/domain/import";

const scoresFile = z.object({
  metrics: z.array(z.object({ name: z.string(), key: z.string().default(""), min: z.number(), max: z.number() })).min(1),
  raters: z.record(z.string(), z.enum(["annotator", "judge"])),
  samples: z.array(
    z.object({
      id: z.string(),
      answer: z.string().default(""),
      class: z.string().default(""),
      family: z.string().default(""),
      species: z.string().default(""),
    }),
  ),
  /** By rater and sample: one score for each metric. */
  scores: z.record(z.string(), z.record(z.string(), z.array(z.number()))),
});
type Scores = z.output<typeof scoresFile>;

/** The bird study's table of scores, `scores.json`; null if a document is not of its shape. A printed score outside its scale is a problem of its place. */
export function birdStudyEvents(document: unknown): ImportEvent[] | null {
  const read = scoresFile.safeParse(document);
  return read.success ? [...criteria(read.data), ...samples(read.data), ...ratings(read.data)] : null;
}

const criteria = ({ metrics }: Scores): ImportEvent[] =>
  metrics.map(({ name, key, min, max }) => ({
    kind: "criterion",
    name,
    definition: key === "" ? "" : `${key} of the study.`,
    scale: { min, max, step: 1, levels: [] },
    overall: false,
  }));

const samples = ({ samples: all }: Scores): ImportEvent[] =>
  all.map(({ id, answer, class: ofClass, family, species }, index) => ({
    kind: "sample",
    row: index + 1,
    externalId: id,
    input: `Picture ${id}. The table holds neither the picture nor its prompt.`,
    output: `Named: ${answer}.`,
    outputB: null,
    system: null,
    systemB: null,
    goldLabel: null,
    subset: null,
    reference: `Class: ${ofClass}. Family: ${family}. Species: ${species}.`,
    imageUrl: null,
    inputId: id,
    metadata: {},
  }));

const ratings = ({ samples: all, raters, scores, metrics }: Scores): ImportEvent[] =>
  Object.entries(raters).flatMap(([rater, raterKind]) =>
    all.flatMap(({ id }, index) =>
      (scores[rater]?.[id] ?? []).map(
        (score, metric): ImportEvent => ({
          kind: "rating",
          row: index + 1,
          sampleId: id,
          criterion: metrics[metric]?.name ?? `metric ${metric + 1}`,
          rater,
          raterKind,
          score,
          label: null,
          reason: null,
          startedAt: null,
          endedAt: null,
          arm: "unstated",
        }),
      ),
    ),
  );
