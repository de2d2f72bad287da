import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { stringMatch } from "@/lib/metrics/string-match";
import { pearson, rmseAccuracy } from "@/lib/stats";
import { beside, type ReproducedFigure } from "./reproduced-figure";

const scoresFile = z.object({
  metrics: z.array(z.object({ name: z.string() })),
  raters: z.record(z.string(), z.enum(["annotator", "judge"])),
  samples: z.array(z.object({ id: z.string(), answer: z.string().optional(), species: z.string().optional() })),
  /** By rater and sample: one score for each metric. */
  scores: z.record(z.string(), z.record(z.string(), z.array(z.number()))),
});

/** The printed accuracies in percent: metrics M1 to M5, then their total (the study's figure 9). */
const accuracies: Record<string, string[]> = {
  Phi: ["92.7", "96.0", "100.0", "100.0", "97.7", "94.3"],
  Hermes: ["93.2", "94.0", "92.0", "98.1", "96.2", "84.6"],
  Mixtral: ["92.9", "94.3", "85.5", "98.1", "93.9", "72.4"],
  "Llama-2": ["92.5", "92.1", "84.6", "98.1", "89.9", "61.6"],
};
/** RMSE of the total, printed in the text. */
const totalErrors: Record<string, string> = { Phi: "0.85", "Llama-2": "5.75" };
const maximum = 15;
const ownTable = "The study's own table of scores gives this.";

/**
 * The bird study's accuracies, errors and correlation, from its table of scores (`scores.json`). Throws invalid_input, naming the place, for a file of
 * another shape.
 */
export function reproduceBirds(text: string, path: string): ReproducedFigure[] {
  const { metrics, raters, samples, scores } = readScores(text, path);
  const human = Object.keys(raters).find((name) => raters[name] === "annotator") ?? "";
  const columnOf = (rater: string, metric: number | null) =>
    samples.map(({ id }) => {
      const given = scores[rater]?.[id] ?? [];
      return metric === null ? given.reduce((sum, score) => sum + score, 0) : (given[metric] ?? Number.NaN);
    });
  const columns = [...metrics.map(({ name }, at): [string, number | null] => [name, at]), ["total", null] as [string, null]];
  const judges = Object.keys(raters).filter((name) => raters[name] === "judge");
  const compared = (judge: string, metric: number | null) =>
    rmseAccuracy({ human: columnOf(human, metric), judge: columnOf(judge, metric), maximum });
  return [
    ...judges.flatMap((judge) =>
      columns.flatMap(([name, metric], at) => {
        const printed = accuracies[judge]?.[at];
        const { value } = compared(judge, metric);
        return printed === undefined
          ? []
          : [beside(`Figure 9, accuracy in %, ${judge}, ${name}`, printed, value === null ? null : 100 * value, ownTable)];
      }),
    ),
    ...judges.flatMap((judge) => {
      const printed = totalErrors[judge];
      return printed === undefined
        ? []
        : [beside(`Section 6.3, RMSE of the total, ${judge}`, printed, compared(judge, null).rmse, ownTable)];
    }),
    ...judges
      .filter((judge) => judge === "Phi")
      .map((judge) =>
        beside(
          `Abstract, correlation with the person, ${judge}`,
          "0.91",
          pearson({ x: columnOf(human, null), y: columnOf(judge, null) }).value,
          "Pearson's r of the totals; the study does not say which coefficient it means, or of what.",
        ),
      ),
    ...stringMatches(samples),
    ...judges
      .filter((judge) => judge === "Phi")
      .flatMap((judge) => {
        const sum = columnOf(judge, null).reduce((total, score) => total + score / maximum, 0);
        return [
          beside(`Section 7.4, sum of the normalised totals, ${judge}`, "6.7", sum, ownTable),
          beside(
            `Section 7.4, mean normalised total in %, ${judge}`,
            "26",
            (100 * sum) / samples.length,
            "The study rounds down, and says 20 in the text.",
          ),
        ];
      }),
  ];
}

/** String match of what the vision model named with the species: its sum, and the accuracy in percent. */
function stringMatches(samples: z.infer<typeof scoresFile>["samples"]): ReproducedFigure[] {
  const scores = samples.map(({ answer, species }) =>
    answer === undefined || species === undefined ? null : stringMatch(answer, species),
  );
  const known = scores.filter((score) => score !== null);
  const sum = known.length < samples.length ? null : known.reduce((total, score) => total + score, 0);
  const why =
    sum === null
      ? "The file does not have every answer with its species."
      : "The study had a model (Phi) score whole answers by this rule; ours is the rule itself, on the answers as the file shortens them.";
  return [
    beside("Section 7.4, string match, sum", "12.5", sum, why),
    beside("Section 7.4, string match, accuracy in %", "50", sum === null ? null : (100 * sum) / samples.length, why),
  ];
}

function readScores(text: string, path: string): z.infer<typeof scoresFile> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", `${path}: not JSON.`, { cause });
  }
  const read = scoresFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AppError("invalid_input", `${path}: not the bird study's scores: ${issue?.path.join(".")}: ${issue?.message}`);
}
