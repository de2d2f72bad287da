import type { TaskReport } from "@/lib/domain/report";
import type { Ranking } from "@/lib/domain/report-judges";
import { claimLevel } from "@/lib/domain/shown-difference";
import { swapTestInWords } from "@/lib/domain/swap-test";
import { type Claim, claim, isDefined } from "./claim";

type Chapters = TaskReport["chapters"];

/** The test's own default: with fewer, its t test is not to be trusted. */
const leastUnits = 30;
const level = String(claimLevel).replace(/^0/u, "");
const where = (isTrue: boolean, ...claims: Claim[]): Claim[] => (isTrue ? claims : []);
const all = <T>(byName: Readonly<Record<string, Readonly<Record<string, T>>>>): T[] => Object.values(byName).flatMap(Object.values<T>);

/** How the figures of the report's chapters are computed: those that it has. */
export function chapterClaims(
  { people, verdict, judges, scores, bias, influence, criteria }: Chapters,
  counts: TaskReport["counts"],
): Claim[] {
  return [
    ...ofPeople(people),
    ...ofVerdict(verdict),
    ...ofJudges(judges, counts),
    ...ofScores(all(scores)),
    ...ofBias(Object.values(bias)),
    ...ofInfluence(influence),
    ...where(
      criteria.pairs.some((pair) => isDefined(pair.people)),
      claim("Every two criteria are compared by Spearman's correlation of the annotators' mean scores over samples.", "spearman1904"),
    ),
  ];
}

function ofPeople({ perCriterion }: Chapters["people"]): Claim[] {
  const found = Object.values(perCriterion);
  return [
    ...where(
      found.some(({ gwet }) => isDefined(gwet)),
      claim(
        "Alpha is reported with the share of equal pairs of ratings and Gwet's AC2 with quadratic weights (AC1 for labels).",
        "gwet2008",
      ),
    ),
    ...where(
      found.some(({ meanOfRaters }) => isDefined(meanOfRaters)),
      claim(
        "The reliability of one rating and of the annotators' mean is ICC(A,1) and ICC(A,k) over the units that all annotators of a criterion rated; the square root of the latter bounds what a judge can correlate with that mean.",
        ...(["mcgraw1996", "spearman1904"] as const),
      ),
    ),
    ...where(
      found.some(({ approximate }) => approximate && isDefined(approximate.meanOfRaters)),
      claim(
        "Where too few units were rated by all annotators, reliability is approximated by alpha at interval level and the Spearman-Brown formula.",
        ...(["krippendorff2018", "spearman1910"] as const),
      ),
    ),
  ];
}

function ofVerdict(verdict: Chapters["verdict"]): Claim[] {
  const found = Object.values(verdict);
  const drawn = found.find(({ used }) => used.reaches.tentative !== null)?.used.reaches;
  const tested = found
    .filter((one) => one.level !== "nominal")
    .flatMap(({ altTest }) => Object.values(altTest))
    .filter(({ winningRate }) => winningRate !== null);
  const epsilons = [...new Set(tested.map(({ epsilon }) => epsilon))].join(", ");
  const means = found.flatMap(({ sharpened }) => Object.values(sharpened)).filter(isDefined);
  const within = found.filter(({ used }) => Object.values(used.judges).some(({ withinInputs }) => withinInputs));
  return [
    ...where(
      within.length > 0,
      claim(
        "Where inputs have outputs of several systems, a verdict's Spearman's rho is computed within each input and averaged over the inputs that define one.",
        "deutsch2023",
      ),
    ),
    ...(drawn === undefined
      ? []
      : [
          claim(
            `The chance that alpha reaches .667 and .800 is the share of ${drawn.resamples.toLocaleString("en-US")} bootstrap samples of the inputs (seed ${drawn.seed}) in which it does.`,
            "krippendorff2018",
          ),
        ]),
    ...where(
      tested.length > 0,
      claim(
        `Whether a judge can replace an annotator is tested by the alternative-annotator test with the root mean squared error as the score and epsilon ${epsilons}, on ratings made without a draft; annotators with fewer than ${leastUnits} units are not tested.`,
        "calderon2025",
      ),
    ),
    ...where(
      means.length > 0,
      means.some(({ draw }) => draw)
        ? claim(
            "Mean scores are sharpened by a judge's scores of the units that nobody rated without a draft (prediction-powered inference). Inputs on which judges differ were drawn with greater chances, so each label is weighted by one divided by its chance; all other figures are unweighted.",
            "angelopoulos2023",
            "zrnic2024",
          )
        : claim(
            "Mean scores are sharpened by a judge's scores of the units that nobody rated without a draft (prediction-powered inference), as if chance had chosen those that were rated so.",
            "angelopoulos2023",
          ),
    ),
  ];
}

function ofJudges({ besidePeople, likeness = {}, ranking, protocols }: Chapters["judges"], counts: TaskReport["counts"]): Claim[] {
  return [
    ...where(
      all(besidePeople).some((people) => people.some(({ own, judge, difference }) => [own, judge, difference].some(isDefined))),
      claim(
        "Each annotator, and a judge in their place, is correlated by Pearson's r with the mean of the other annotators on the same units.",
        "pearson1895",
      ),
    ),
    ...where(
      all(besidePeople).some((people) => people.some(({ pHolm }) => typeof pHolm === "number")),
      claim(
        `A judge or an annotator is called closer to the others where the jackknife's p is at most ${level} after Holm's correction over annotators and criteria and the interval leaves zero out.`,
        "holm1979",
      ),
    ),
    ...where(
      all(likeness).some(isDefined),
      claim(
        "A judge's mean Cohen's kappa with five annotators or more is given as a z-score among the annotators' own.",
        ...(["cohen1960", "han2025"] as const),
      ),
    ),
    ...ofRanking(Object.values(ranking), counts),
    ...where(
      protocols?.columns.some(({ perCriterion }) => Object.values(perCriterion).some(isDefined)) ?? false,
      claim("Ways of evaluating are compared by Pearson's correlation with the mean of annotators who saw no draft.", "li2023"),
    ),
  ];
}

/** Reports frozen before there was a `statistic` rank by Pearson's correlation. */
function ofRanking(rankings: Ranking[], counts: TaskReport["counts"]): Claim[] {
  const { each, test } = swapTestInWords(counts);
  const tested = rankings.filter(({ pairs }) => pairs.some(({ p }) => p !== null));
  const isRank = tested.some(({ statistic }) => statistic === "spearman");
  const within = tested.some(({ pairs }) => pairs.some(({ withinInputs }) => withinInputs))
    ? ", within inputs that have outputs of several systems"
    : "";
  return where(
    tested.length > 0,
    claim(
      `Judges are compared by ${isRank ? "Spearman's rho" : "Pearson's correlation"} with the annotators' mean${within}, and by a permutation test that swaps two judges ${each} (${test}), with Holm's correction over all pairs and criteria; a difference is claimed where p is at most ${level} and its interval leaves zero out.`,
      ...(["deutsch2021", "holm1979"] as const),
    ),
  );
}

function ofScores(found: Chapters["scores"][string][string][]): Claim[] {
  return [
    ...where(
      found.some(({ blandAltman }) => isDefined(blandAltman?.bias)),
      claim("Limits of agreement are the mean difference plus and minus 1.96 standard deviations.", "bland1999"),
    ),
    ...where(
      found.some(({ calibration }) => isDefined(calibration.recalibrated)),
      claim(
        "A judge's scores are recalibrated by isotonic regression; what that gains is measured on inputs left out of the fit.",
        "zadrozny2002",
      ),
    ),
    ...where(
      found.some(({ ties }) => isDefined(ties.accuracy)),
      claim(
        "Two outputs of one input count as right where a judge orders or ties them as the annotators do; a tie threshold is chosen on other inputs.",
        "deutsch2023",
      ),
    ),
    ...where(
      found.some(({ systems }) => isDefined(systems.soft)),
      claim(
        "Systems are compared by the share of pairs in the annotators' order and by soft pairwise accuracy.",
        ...(["deutsch2023", "thompson2024"] as const),
      ),
    ),
  ];
}

/** The same of single outputs, two of an input, and of pairs. */
export const ownModelClaim = claim(
  "Where annotators and a judge each prefer one of two outputs of an input, one of them the judge's own model's, the equal-opportunity difference is how often the judge prefers what annotators prefer where that is its own, minus where it is the other.",
  "wataoka2024",
);

function ofBias(found: Chapters["bias"][string][]): Claim[] {
  const each = found.flatMap(({ perCriterion }) => Object.values(perCriterion));
  return [
    ...where(
      each.some(({ perDoubling, partial }) => isDefined(perDoubling) || isDefined(partial)),
      claim(
        "Bias with length is the change of a judge's signed error where an output is twice as long, and the rank correlation of its score with length at equal scores of the annotators.",
        "dubois2024",
      ),
    ),
    ...where(
      each.some(({ systems }) => (systems ?? []).length > 0),
      claim(
        "A judge's mean scores of systems are also given at equal length: the least-squares effect of the logarithm of the length, input and system held constant, is taken out, with cluster-robust intervals over inputs.",
        "dubois2024",
      ),
    ),
    ...where(
      each.some(({ ownModel }) => isDefined(ownModel)),
      claim("Self-preference is a judge's signed error on outputs of its own model minus that on all others.", "panickssery2024"),
    ),
    ...where(
      each.some(({ opportunity }) => isDefined(opportunity)),
      ownModelClaim,
    ),
    ...where(
      each.some(({ subgroups }) => subgroups.some(({ q }) => q !== null)),
      claim(
        `A judge's signed error in a group of samples is compared with that in all others, with Benjamini and Hochberg's correction over the judge's tests; a difference is claimed where q is at most ${level} and its interval leaves zero out.`,
        "benjamini1995",
      ),
    ),
    ...where(
      each.some(({ subgroups }) => subgroups.some(({ by, q }) => q !== null && (by === "month" || by === "day"))),
      claim("Groups by time share the month, or the day within one month, in which annotators first rated the unit (UTC)."),
    ),
    ...where(
      each.some(({ formats }) => (formats ?? []).some(({ q }) => q !== null)),
      claim(
        "A judge's signed error on outputs of a form (headings, bold, code blocks, lists, refusals, another script than Latin, recognised by rules from their first 2,000 characters) is compared with that on all others, with Benjamini and Hochberg's correction over all forms and criteria of the judge.",
        "benjamini1995",
      ),
    ),
    ...where(
      each.some(({ subgroups }) => subgroups.some(({ tauB }) => isDefined(tauB))),
      claim(
        "Within each group the order of judge and annotators is compared by Kendall's tau-b, without a test between groups.",
        "kendall1945",
      ),
    ),
  ];
}

function ofInfluence({ effects, behaviours }: Chapters["influence"]): Claim[] {
  return [
    ...where(
      effects.some(({ index }) => isDefined(index.pooled) || Object.values(index.perCriterion).some(isDefined)),
      claim("The anchoring index is 1 minus the mean distance to the draft with it in view over that without it."),
    ),
    ...where(
      effects.some(({ moves }) => Object.values(moves).some(({ p }) => p !== null)),
      claim("First and final scores are compared by flipping the sign of each input's moves at random."),
    ),
    ...where(
      behaviours.length > 0,
      claim(
        "Correction, scrutiny and subjectivity are counted where an annotator, the draft and most of the other annotators differ.",
        "li2023",
      ),
    ),
  ];
}
