import type { WorkKey } from "@/lib/domain/literature";
import { namedByCode } from "@/lib/domain/named-by-code";
import { positionTestInWords } from "@/lib/domain/position-test";
import type { TaskReport } from "@/lib/domain/report";
import { agreementOverCriteria } from "@/lib/domain/report-basis";
import { judgeReportedAs } from "@/lib/domain/reported-judge";
import { methodInWords } from "./caption";
import { chapterClaims, ownModelClaim } from "./chapter-claims";
import { type Claim, claim, isDefined } from "./claim";
import { counted, number } from "./counted";
import { armsOf, hasActions } from "./methods-arms";
import type { Provenance } from "./panel-table";

/** How a judge was asked; a metric or panel has no protocol. */
export interface MethodsJudge {
  name: string;
  /** "gpt-x at temperature 0", "ROUGE-L, computed without a model". */
  what: string;
  /** Protocol in words, with what it cites; null for judges that are not asked. */
  protocol: { name: string; cites: readonly WorkKey[] } | null;
}

export interface MethodsInput {
  report: TaskReport;
  provenance: Provenance;
  level: "nominal" | "ordinal" | "interval" | "ratio";
  /** The report's judges as far as their settings are known. */
  judges: readonly MethodsJudge[];
  studies: readonly MethodsStudy[];
}

/** A study that was run on the task: its plan in words, the seed of its allocation, and the ratings it asked for and got. */
export interface MethodsStudy extends Reached {
  sentence: string;
  seed: number;
  arms: readonly (Reached & { arm: string; judge: string | null })[];
}

interface Reached {
  planned: number;
  submitted: number;
}

/** The methods of a report, sentence by sentence. Nothing is claimed of what the report does not have. */
export function methodsOf(input: MethodsInput): Claim[] {
  return [
    ...rated(input),
    ...armsOf(input.report),
    ...input.studies.map((study) => planned(study, input.report)),
    ...judges(input),
    ...exclusions(input.report),
    ...agreement(input),
    ...ofLabels(input.report),
    ...withJudge(input.report),
    ...ofPairs(input.report),
    ...drafts(input.report),
    ...chapterClaims(input.report.chapters, input.report.counts),
    ...ofRepeats(input.report),
    ...adjudication(input.report),
    ...intervals(input.report),
    ...software(input.provenance),
  ];
}

/** What a study planned and what of it was reached, in all and in each arm if there are several. */
function planned({ sentence, seed, arms: own, ...all }: MethodsStudy, { filter }: TaskReport): Claim {
  const words: Record<string, string> = {
    drafted: "with the draft",
    blind: "blind",
    "blind-then-drafted": "blind and then with the draft",
  };
  const several = own.map(
    (one) =>
      `${number(one.submitted)} of ${number(one.planned)} ${words[one.arm] ?? one.arm}${one.judge !== null && own.filter(({ arm }) => arm === one.arm).length > 1 ? ` of ${one.judge}` : ""}`,
  );
  const byArm = own.length < 2 ? "" : ` (${several.join("; ")})`;
  const verb = all.submitted === 1 ? "was" : "were";
  const ofAll = Object.keys(filter).length === 0 ? "" : " in the whole study";
  return claim(
    `${withStop(sentence)} The allocation was drawn with seed ${seed}. Of ${counted(all.planned, "planned rating")}, ${number(all.submitted)} ${verb} submitted${ofAll}${byArm}.`,
  );
}

const withStop = (text: string) => (/[.!?]$/u.test(text) ? text : `${text}.`);

function rated({ report: { counts, criteria, kind } }: MethodsInput): Claim[] {
  if (counts.annotators === 0) return [];
  const what = kind === "pairwise" ? counted(counts.samples, "pair") : counted(counts.samples, "output");
  const scales = new Set(criteria.map(({ min, max, labels }) => (labels ? "labels" : `${min} to ${max}`)));
  const [scale] = scales;
  const on = kind === "pairwise" || scales.size !== 1 || scale === "labels" ? "" : ` from ${scale}`;
  const missing =
    counts.missing === 0
      ? ""
      : ` Of ${kind === "pairwise" ? "pairs" : "outputs"} that an annotator rated, ${counted(counts.missing, "rating is", "ratings are")} missing on criteria that this annotator rated elsewhere.`;
  return [
    claim(
      `${counted(counts.annotators, "annotator")} rated ${what} for ${counted(counts.inputs, "input")} on ${counted(counts.criteria, "criterion", "criteria")}${on} (${counted(counts.ratings, "rating")}).${missing}`,
    ),
  ];
}

function judges({ judges: known, report }: MethodsInput): Claim[] {
  const names = known.map(({ name }) => name);
  const inReport = new Map(report.raters.flatMap(({ kind, name }) => (kind === "judge" ? [[judgeReportedAs(name, names), name]] : [])));
  return known.flatMap(({ name: own, what, protocol }) => {
    const name = inReport.get(own);
    if (name === undefined) return [];
    const asked = protocol === null ? "" : `, asked by the protocol “${protocol.name}”`;
    return [claim(`The judge ${name} is ${what}${asked}.`, ...(protocol?.cites ?? []))];
  });
}

function exclusions({ excluded: { people, shown }, raters }: TaskReport): Claim[] {
  if (people.length === 0) return [];
  const annotators = [...people, ...raters.filter(({ kind }) => kind === "annotator")];
  const unnamed = namedByCode(annotators.map(({ name }) => ({ name, code: "an annotator" })));
  const reasons = [...new Set(people.map(({ reason }) => unnamed(reason.trim().replace(/(?<![.\s])[.\s]+$/u, ""))))].join("; ");
  const who = counted(people.length, "annotator");
  const was = people.length === 1 ? "was" : "were";
  return shown === "without"
    ? [claim(`${who} ${was} excluded (${reasons}); all figures leave their work out.`)]
    : [claim(`${who} ${was} excluded (${reasons}); all figures include their work nevertheless.`)];
}

function agreement({ report, level }: MethodsInput): Claim[] {
  const ofNumbers = report.criteria.filter(({ labels }) => labels === null);
  const at = (name: string) => report.agreement.perCriterion[name]?.annotators[level];
  if (!ofNumbers.some(({ name }) => isDefined(at(name)))) return [];
  const mean = report.criteria.length > 1 && isDefined(agreementOverCriteria(report).meanOverCriteria.annotators[level]);
  const average = mean ? ", and its mean over the criteria" : "";
  return [
    claim(
      `Agreement between annotators is Krippendorff's alpha with ${level} distances, for each criterion${average}; units with fewer than two ratings do not enter.`,
      "krippendorff2018",
      "hayes2007",
    ),
  ];
}

function ofLabels({ labels }: TaskReport): Claim[] {
  const found = Object.values(labels);
  if (found.length === 0) return [];
  const withMajority = found.flatMap((one) => Object.values(one.withJudge));
  const tested = withMajority.filter(({ altTest }) => altTest.winningRate !== null);
  const epsilons = [...new Set(tested.map(({ altTest }) => altTest.epsilon))].join(", ");
  return [
    claim("For criteria with unordered labels, agreement is nominal alpha and the share of equal pairs of ratings.", "krippendorff2018"),
    ...(found.some(({ annotators }) => isDefined(annotators.kappa)) ? [claim("Kappa among annotators is Fleiss'.", "fleiss1971")] : []),
    ...(withMajority.some(({ kappa }) => isDefined(kappa))
      ? [
          claim(
            "Judges are compared with the annotators' most frequent label by Cohen's kappa; units without a single such label are left out.",
            "cohen1960",
          ),
        ]
      : []),
    ...(tested.length === 0
      ? []
      : [
          claim(
            `The alternative-annotator test uses accuracy as the score and epsilon ${epsilons}, on ratings made without a draft.`,
            "calderon2025",
          ),
        ]),
  ];
}

function withJudge({ correlation, bias, agreement: { perCriterion } }: TaskReport): Claim[] {
  const joins = Object.values(perCriterion).some(({ withJudge: found }) =>
    Object.values(found).some((at) => Object.values(at).some(isDefined)),
  );
  const correlations = Object.values(correlation).flatMap(({ pooled, perCriterion: each }) => [pooled, ...Object.values(each)]);
  const has = (name: "pearson" | "spearman" | "kendallTauB") => correlations.some((one) => isDefined(one[name]));
  const named = [
    ...(has("pearson") ? ["Pearson's r"] : []),
    ...(has("spearman") ? ["Spearman's rho"] : []),
    ...(has("kendallTauB") ? ["Kendall's tau-b"] : []),
  ];
  const cites: WorkKey[] = [
    ...(has("pearson") ? (["pearson1895"] as const) : []),
    ...(has("spearman") ? (["spearman1904"] as const) : []),
    ...(has("kendallTauB") ? (["kendall1945"] as const) : []),
  ];
  return [
    ...(joins ? [claim("Alpha with a judge counts it as one more annotator.")] : []),
    ...(named.length === 0
      ? []
      : [
          claim(
            `A judge is correlated with the mean of the annotators by ${named.join(", ")}; the judge is never part of that mean.`,
            ...cites,
          ),
        ]),
    ...(Object.values(bias).some(({ perCriterion: each }) => Object.values(each).some(isDefined))
      ? [claim("A judge's signed error is its score minus the annotators' mean, averaged over units.", "bland1999")]
      : []),
  ];
}

function ofRepeats({ scores: { stability } }: TaskReport): Claim[] {
  return stability && Object.values(stability.perCriterion).some(isDefined)
    ? [
        claim(
          `The stable ranking probability is of ${number(stability.resamples)} draws of the inputs (seed ${stability.seed}); systems are apart where a sign-flip p is at most .05.`,
          "riley2024",
        ),
      ]
    : [];
}

function ofPairs({ pairs }: TaskReport): Claim[] {
  if (pairs === null) return [];
  const ties = pairs.tieAllowed ? " a tie counts as wrong unless the known answer is one." : " a tie could not be chosen.";
  const swaps = Object.values(pairs.swap).filter(({ n }) => n > 0);
  const tests = new Set(swaps.map(({ pMethod }) => pMethod));
  return [
    ...(Object.values(pairs.accuracy).some(({ overall }) => isDefined(overall))
      ? [
          claim(
            `Accuracy is the share of a rater's pairs with a known better output (${number(pairs.gold.n)} in all) on which it is preferred;${ties}`,
          ),
        ]
      : []),
    ...(isDefined(pairs.kappaBetweenAnnotators) ? [claim("Kappa of all annotators is Fleiss'.", "fleiss1971")] : []),
    ...(pairs.annotatorsTwoByTwo.some(({ kappa }) => isDefined(kappa))
      ? [claim("Every two annotators are compared by the share of equal verdicts and Cohen's kappa.", "cohen1960")]
      : []),
    ...(Object.values(pairs.agreementWithAnnotators).some(({ kappa }) => isDefined(kappa))
      ? [
          claim(
            "Judges are compared with the annotators' majority by the share of equal verdicts and Cohen's kappa; pairs without a majority are left out.",
            "cohen1960",
          ),
        ]
      : []),
    ...(Object.values(pairs.ownModel ?? {}).some(isDefined) ? [ownModelClaim] : []),
    ...(swaps.length === 0
      ? []
      : [
          claim(
            `Judges saw the pairs in both orders; whether both positions win equally often is tested by ${positionTestInWords(tests)}.`,
            "shi2024",
          ),
        ]),
    ...(Object.values(pairs.interference).some(({ n }) => n > 0)
      ? [claim("Judges were asked, in neutral words, to review their analysis; the share of unchanged verdicts is reported.")]
      : []),
    ...(Object.values(pairs.sycophancy).some(({ n }) => n > 0)
      ? [
          claim(
            "Judges were asked again after a claim, without a reason, that the other output is better; the share of unchanged verdicts is reported.",
          ),
        ]
      : []),
  ];
}

function drafts(report: TaskReport): Claim[] {
  const comparisons = report.influence?.comparisons ?? [];
  const has = (of: (comparison: (typeof comparisons)[number]) => boolean, words: string) => (comparisons.some(of) ? [words] : []);
  const compared = [
    ...has(
      ({ agreement }) => [agreement.meanOverCriteria, ...Object.values(agreement.perCriterion)].flatMap(Object.values).some(isDefined),
      "on alpha",
    ),
    ...has(
      ({ distance }) => Object.values(distance.perCriterion).some((one) => isDefined(one.with)),
      "on the mean absolute distance to the draft",
    ),
    ...has(({ seconds }) => Object.values(seconds.perCriterion).some(({ difference }) => isDefined(difference)), "on time"),
  ];
  return [
    ...(hasActions(report)
      ? [claim("Lines of the drafts are counted as accepted, revised, removed or added; headings are left out.", "li2023")]
      : []),
    ...(compared.length === 0 ? [] : [claim(`Ratings with and without the draft are compared ${inList(compared)}.`)]),
  ];
}

const inList = (words: readonly string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

function adjudication({ adjudicated }: TaskReport): Claim[] {
  if (adjudicated === null) return [];
  const shown = adjudicated.change.towards.n === 0 ? "" : ", before and after seeing a judge's draft where there was one";
  return [
    claim(
      `Adjudicators labelled ${counted(adjudicated.units, "unit")}, the most disputed first${shown}; their labels enter no other figure.`,
    ),
  ];
}

const citesOf: Record<string, readonly WorkKey[]> = {
  jackknife: ["miller1974"],
  "jackknife-fisher-z": ["miller1974", "fisher1921"],
  bca: ["efron1987"],
  percentile: ["efron1987"],
  t: ["liang1986"],
  wilson: ["wilson1927"],
};

interface Interval {
  confidence: number;
  method: string;
  resamples: number | null;
  seed: number | null;
}

/** One sentence for each kind of interval in the report. */
function intervals(report: TaskReport): Claim[] {
  const kinds = new Map<string, Interval>();
  collect(report, (found) => kinds.set(JSON.stringify([found.method, found.confidence, found.resamples, found.seed]), found));
  const systems = new Set<string>();
  for (const { systemLevel } of Object.values(report.correlation)) collect(systemLevel, ({ method }) => systems.add(method));
  return [...kinds.values()].map(({ confidence, method, resamples, seed }) => {
    const drawn = resamples === null ? "" : ` with ${number(resamples)} resamples${seed === null ? "" : ` and seed ${seed}`}`;
    const percent = Number((confidence * 100).toFixed(4));
    const clustered = method.startsWith("jackknife") || method === "t";
    const bySystem = systems.has(method) ? " (systems where systems are compared)" : "";
    const treated = clustered ? `; inputs${bySystem} are clusters and raters fixed` : "";
    return claim(
      `Intervals by the method “${methodInWords(method)}” are at the ${percent} % level${drawn}${treated}.`,
      ...(citesOf[method] ?? []),
    );
  });
}

function collect(value: unknown, found: (interval: Interval) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("low" in value && "high" in value && "method" in value) found(value as unknown as Interval);
  else for (const inner of Object.values(value)) collect(inner, found);
}

function software({ software: name, computedAt, dataVersion, selection }: Provenance): Claim[] {
  const selected = selection.length === 0 ? "" : ` (${selection.join("; ")})`;
  return [claim(`Computed with ${name} on the data of ${computedAt.slice(0, 10)}, version ${dataVersion}${selected}.`)];
}
