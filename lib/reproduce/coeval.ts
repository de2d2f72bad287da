import { readCoeval, type SourceFile } from "@/lib/datasets/read-coeval";
import { AppError } from "@/lib/domain/errors";
import type { TaskReport } from "@/lib/domain/report";
import { buildReport } from "@/lib/report/build-report";
import { krippendorffAlpha } from "@/lib/stats";
import { coevalData } from "./coeval-data";
import { actionRates, rateNotes, unavailable } from "./coeval-published";
import { beside, missing, type ReproducedFigure } from "./reproduced-figure";

const judge = "chatgpt";
const outcomes = [
  ["accept", "accepted"],
  ["revise", "revised"],
  ["remove", "removed"],
  ["add", "added"],
] as const;
/** The groups of annotators whose alpha the text says exceeds 0.8. */
const groups = [
  ["group 1", ["A03", "A04", "A05"]],
  ["group 2", ["A01", "A02"]],
] as const;

/**
 * CoEval's published figures beside those of our report on its release (the flat folder or the checkout). Throws invalid_input, naming file and place,
 * for a release that cannot be read.
 */
export async function reproduceCoeval(files: SourceFile[]): Promise<ReproducedFigure[]> {
  const { bundles, problems } = await readCoeval(files);
  const [problem] = problems;
  if (problem) throw new AppError("invalid_input", `${[problem.file, problem.field].filter(Boolean).join(", ")}: ${problem.message}`);
  const tasks = new Map(bundles.filter(({ annotators }) => annotators.length > 0).map((bundle) => [bundle.task.name, coevalData(bundle)]));
  return [
    ...Object.keys(actionRates).flatMap((task) => {
      const data = tasks.get(task);
      return data ? ratesOf(task, buildReport(data)) : missing(printedRates(task), `There are no annotators of ${task} in these files.`);
    }),
    ...groupAlphas(tasks.get("ELI5")),
    ...unavailable.flatMap(({ figures, why }) => missing(figures, why)),
  ];
}

const parts = ["overall", "score", "evidence"] as const;
const rateName = (task: string, part: (typeof parts)[number], outcome: string) =>
  `Table 14, ${task}${part === "overall" ? "" : `, ${part}`}, ${outcome} in %`;

const printedRates = (task: string): [string, string][] =>
  parts.flatMap((part) =>
    outcomes.map(([, outcome], at): [string, string] => [rateName(task, part, outcome), actionRates[task]?.[part][at] ?? ""]),
  );

function ratesOf(task: string, report: TaskReport): ReproducedFigure[] {
  return parts.flatMap((part) =>
    outcomes.map(([key, outcome], at) => {
      const share = report.actions[judge]?.[part][key].share ?? null;
      const printed = actionRates[task]?.[part][at] ?? "";
      return beside(rateName(task, part, outcome), printed, share === null ? null : 100 * share, rateNotes[task]?.[part] ?? null);
    }),
  );
}

/** Section 5.3 says about each group that alpha exceeds 0.8, without a level of measurement or a criterion. */
function groupAlphas(data: ReturnType<typeof coevalData> | undefined): ReproducedFigure[] {
  return groups.map(([group, names]) => {
    const figure = `Section 5.3, ELI5, alpha of ${group} (${names.join(", ")})`;
    const alphas = data ? alphasOf(data, names) : null;
    if (alphas === null)
      return {
        figure,
        published: "> 0.8",
        ours: null,
        difference: null,
        equal: null,
        why: "There are no annotators of ELI5 in these files.",
      };
    const others = `nominal ${words(alphas.nominal)}, interval ${words(alphas.interval)}`;
    return {
      ...{ figure, published: "> 0.8", ours: alphas.ordinal, difference: null },
      equal: alphas.ordinal === null ? null : alphas.ordinal > 0.8,
      why: `Ordinal, all criteria pooled; ${others}. The paper names neither level nor criteria.`,
    };
  });
}

const words = (value: number | null) => (value === null ? "undefined" : value.toFixed(3));

function alphasOf({ raters, ratings, samples, criteria }: ReturnType<typeof coevalData>, names: readonly string[]) {
  const table = Array.from({ length: samples.length * criteria.length }, () => names.map((): number | null => null));
  for (const { rater, sample, criterion, score } of ratings) {
    const at = names.indexOf(raters[rater]?.name ?? "");
    const row = table[sample * criteria.length + criterion];
    if (at >= 0 && row) row[at] = score;
  }
  const value = (level: "nominal" | "ordinal" | "interval") => krippendorffAlpha({ ratings: table, level, interval: "none" }).value;
  return { nominal: value("nominal"), ordinal: value("ordinal"), interval: value("interval") };
}
