import { z } from "zod";
import { criterion } from "./criterion";
import { goldAnswer } from "./gold";
import { alphaFigure } from "./report-figures";
import { textFormat } from "./text-format";

/** What a researcher decides when opening a calibration round. */
export const openCalibrationBody = z.object({
  /** In the order they are given. */
  sampleIds: z
    .array(z.uuid())
    .min(1)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, "A sample is in the round twice."),
  /** Whether nobody is given work before they have rated all its samples and it is closed. */
  required: z.boolean().default(true),
  /** Markdown, shown beside its samples. */
  instructions: z.string().max(100_000).default(""),
});
export type OpenCalibrationBody = z.infer<typeof openCalibrationBody>;

/** How the raters of a calibration agree; only for those who lead the study. */
const calibrationResults = z.object({
  people: z.array(
    z.object({
      annotatorId: z.uuid(),
      /** What they are called here: their code if a plan of the task promises it, else their name. */
      label: z.string(),
      /** How many of the round's samples they have submitted. */
      submitted: z.int(),
      /** Whether ratings of theirs are in the figures: submitted before the round was closed, by somebody who is not excluded. */
      counted: z.boolean(),
    }),
  ),
  criteria: z.array(
    z.object({
      criterionId: z.uuid(),
      name: z.string(),
      level: z.enum(["ordinal", "nominal"]),
      /** Krippendorff's alpha among the people whose ratings count. */
      alpha: alphaFigure,
    }),
  ),
});
export type CalibrationResults = z.infer<typeof calibrationResults>;

/** One round of a task. */
export const calibrationRound = z.object({
  number: z.int(),
  openedAt: z.iso.datetime(),
  /** Null: nobody sees another's ratings yet. */
  closedAt: z.iso.datetime().nullable(),
  required: z.boolean(),
  instructions: z.string(),
  /** How many samples it has. */
  samples: z.int(),
  /** How many of them the reader has submitted. */
  mine: z.int(),
  /** Whether the reader may compare the ratings now. */
  readable: z.boolean(),
  /** Null for annotators. */
  results: calibrationResults.nullable(),
});
export type CalibrationRound = z.infer<typeof calibrationRound>;

/** One person's evaluation of a sample, in their own words. */
const calibrationRater = z.object({
  /** The code by which annotators know each other in discussions. */
  code: z.string(),
  mine: z.boolean(),
  units: z.array(
    z.object({
      criterionId: z.uuid(),
      score: z.number().nullable(),
      lines: z.array(z.object({ kind: z.string(), text: z.string() })),
    }),
  ),
});

/** A closed round: each sample with everybody's evaluations side by side, and the known answers where there are any. */
export const calibrationComparison = z.object({
  round: z.object({ number: z.int(), closedAt: z.iso.datetime().nullable(), instructions: z.string() }),
  task: z.object({ id: z.uuid(), name: z.string(), inputName: z.string(), outputName: z.string(), textFormat, pairwise: z.boolean() }),
  samples: z.array(
    z.object({
      id: z.uuid(),
      input: z.string(),
      output: z.string(),
      outputB: z.string().nullable(),
      reference: z.string().nullable(),
      /** Where a browser gets the image: a path on this server, or a data URL. */
      imageUrl: z.string().nullable(),
      criteria: z.array(criterion),
      answers: z.array(goldAnswer),
      raters: z.array(calibrationRater),
    }),
  ),
});
export type CalibrationComparison = z.infer<typeof calibrationComparison>;

/** A calibration sample in the workspace. */
export const calibrationPlace = z.object({
  round: z.int(),
  /** Its place in the round, from 1, of how many. */
  number: z.int(),
  of: z.int(),
  instructions: z.string(),
  closed: z.boolean(),
});
export type CalibrationPlace = z.infer<typeof calibrationPlace>;
