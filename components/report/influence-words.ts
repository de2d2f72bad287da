import { figureUnits } from "@/lib/domain/figure-units";
import type { ArmComparison, ComparedArm, Figure, TaskReport } from "@/lib/domain/report";
import type { PlanProgress } from "@/lib/domain/study-plan";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { decimals, figuresOf, percent, signed } from "../charts/format";
import { intervalWords, type Level } from "./headline";

type Influence = NonNullable<TaskReport["influence"]>;
type Interval = NonNullable<Figure["interval"]>;

/** What decided which scores were given with the draft in view: chance, the order in which the same people scored twice, or nothing that is known. */
type Decided = "chance" | "order" | "unknown";

/** A study of the task, as far as it says how its arms were decided. */
interface DecidingPlan {
  content: { design: string };
  progress: PlanProgress | null;
}

/** The comparisons of arms, the one that the chapter opens with first: of the judge that was chosen, and people who saw its draft from the start. */
export function comparisonsOf({ arms, comparisons }: Influence, judge: string | null): ArmComparison[] {
  const rank = ({ with: seen }: ArmComparison) =>
    (arms[seen]?.run?.judge === judge && judge !== null ? 0 : 2) + (arms[seen]?.arm === "drafted" ? 0 : 1);
  return comparisons.toSorted((a, b) => rank(a) - rank(b));
}

/** What a study's plan says about how the arms of a comparison were decided, in a word and as a sentence. */
export function decidedBy({ arm, run }: ComparedArm, plans: readonly DecidingPlan[]): { by: Decided; sentence: string } {
  if (arm === "final") return { by: "order", sentence: `The same people scored twice, without the draft first: ${secondLook}.` };
  const asked = plans.flatMap(({ content, progress }) => {
    const hasBlind = progress?.arms.some((one) => one.arm === "blind") ?? false;
    const hasDrafted = progress?.arms.some((one) => one.arm === "drafted" && one.runId === run?.id) ?? false;
    const outside = progress?.outside.submitted ?? 0;
    return hasBlind || hasDrafted ? [{ design: content.design, hasBoth: hasBlind && hasDrafted, outside }] : [];
  });
  const outside = Math.max(0, ...asked.map((plan) => plan.outside));
  if (asked.length === 0 || asked.some(({ hasBoth }) => !hasBoth))
    return { by: "unknown", sentence: "Nothing shows that chance decided the arm, so people and samples may differ too." };
  if (asked.some(({ design }) => design === "within"))
    return { by: "order", sentence: `The same people scored blind first and with the draft later: ${secondLook}.` };
  // Where each person works in one arm, arms differ by people too, and intervals over inputs do not count that.
  if (asked.some(({ design }) => design === "parallel"))
    return {
      by: "unknown",
      sentence: "Chance decided each person's arm, but how people differ is not in the intervals, which are over inputs.",
    };
  if (outside > 0)
    return { by: "unknown", sentence: `Chance decided the arm, but not of ${figuresOf(outside, "rating")} that no study asked for.` };
  return { by: "chance", sentence: "Chance decided the arm." };
}

const secondLook = "a second look alone may have moved them";

type Difference = Pick<Figure, "value"> & { interval?: Pick<Interval, "low" | "high"> | null | undefined };

/** What is said about a figure: that it is above zero or below, or, where its interval does not allow that, neither. */
type Said = "more" | "less" | "open";

/** What an interval allows to say about a difference; null: there is no difference. */
function saidOf({ value, interval }: Difference): Said | null {
  if (value === null) return null;
  if (!interval) return "open";
  return interval.low > 0 ? "more" : interval.high < 0 ? "less" : "open";
}

/** Whether the interval of a difference includes zero, or there is none. */
export const cannotTell = (difference: Difference | undefined): boolean => difference !== undefined && saidOf(difference) === "open";

/** How a sentence speaks of the draft: only where chance decided the arm is a difference its doing. */
interface Manner {
  closer: (far: string) => string;
  further: (far: string) => string;
  /** "moved people towards the judge", after "whether". */
  isCloser: string;
  /** Of agreement, after `subject` or a claim about distance; and in a clause of its own. */
  subject: string;
  agreed: (how: "more" | "less") => string;
  agreedAlone: (how: "more" | "less") => string;
}

function mannerOf(by: Decided, draft: string, judge: string): Manner {
  if (by === "chance")
    return {
      closer: (far) => `seeing ${draft} moved people ${far} towards ${judge}`,
      further: (far) => `seeing ${draft} moved people ${far} away from ${judge}`,
      isCloser: `seeing ${draft} moved people towards ${judge}`,
      subject: "it",
      agreed: (how) => `made them agree ${how}`,
      agreedAlone: (how) => `seeing ${draft} made people agree ${how}`,
    };
  const when = by === "order" ? `after seeing ${draft}` : `with ${draft} in view`;
  return {
    closer: (far) => `${when} people scored ${far} closer to ${judge}`,
    further: (far) => `${when} people scored ${far} further from ${judge}`,
    isCloser: `people scored closer to ${judge} ${when}`,
    subject: "they",
    agreed: (how) => `agreed ${how}`,
    agreedAlone: (how) => `people agreed ${how} ${when}`,
  };
}

/** How far people moved, or that this is unknown, without a capital; null: there is no distance. */
function distanceClause(difference: Figure, { closer, further, isCloser }: Manner): string | null {
  const { value, interval } = difference;
  if (value === null) return null;
  if (!interval) return `cannot tell yet whether ${isCloser} (distance ${signed(value)}, without an interval)`;
  const { low, high } = interval;
  const points = decimals(Math.abs(value));
  const far = `${points} ${points === "1.00" ? "point" : "points"}`;
  if (high < 0) return `${closer(far)} (${decimals(-high)} to ${decimals(-low)})`;
  if (low > 0) return `${further(far)} (${decimals(low)} to ${decimals(high)})`;
  return `cannot tell yet whether ${isCloser} (distance ${signed(value)}, ${signed(low)} to ${signed(high)})`;
}

interface Compared {
  comparison: ArmComparison;
  seen: ComparedArm;
  unseen: ComparedArm;
  level: Level;
  by: Decided;
  /** Whether drafts of more than one judge were shown. */
  isOneOfSeveral: boolean;
}

/** What the draft did in one sentence, worded from the intervals of the table's first row: nothing is claimed that they do not show. */
export function influenceSentence({ comparison, seen, unseen, level, by, isOneOfSeveral }: Compared): string {
  const judge = isOneOfSeveral ? (seen.run?.judge ?? null) : null;
  const draft = judge === null ? "the draft" : `the draft of ${judge}`;
  const manner = mannerOf(by, draft, judge ?? "the judge");
  const { subject, agreed, agreedAlone } = manner;
  const moved = distanceClause(comparison.distance.pooled.difference, manner);
  const agreement = saidOf(comparison.agreement.meanOverCriteria[level]);
  if (agreement === null) return moved === null ? `Cannot tell yet what seeing ${draft} did.` : `${capital(moved)}.`;
  const alphas = alphaWords(seen, unseen, level);
  const isOpen = moved?.startsWith("cannot tell") ?? false;
  if (moved === null)
    return `${capital(agreement === "open" ? `cannot tell yet whether ${agreedAlone("more")}` : agreedAlone(agreement))}${alphas}.`;
  if (agreement === "open")
    return `${capital(moved)}${isOpen ? ", or" : "; cannot tell yet"} whether ${subject} ${agreed("more")}${alphas}.`;
  return `${capital(moved)}${isOpen ? `; ${subject}` : " and"} ${agreed(agreement)}${alphas}.`;
}

/** ": alpha 0.62 with it, 0.44 blind"; nothing where one is not defined. */
function alphaWords(seen: ComparedArm, unseen: ComparedArm, level: Level): string {
  const [now, before] = [seen, unseen].map((arm) => arm.agreement.meanOverCriteria[level].value);
  if (now == null || before == null) return "";
  const isAgain = seen.arm === "final";
  return `: alpha ${decimals(now)} ${isAgain ? "after it" : "with it"}, ${decimals(before)} ${isAgain ? "before" : "blind"}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What one of an arm's ratings is called, and several. */
const armWords = {
  blind: ["rating blind", "ratings blind"],
  drafted: ["rating with the draft", "ratings with the draft"],
  first: ["first score", "first scores"],
  final: ["score after seeing the draft", "scores after seeing the draft"],
} as const;

/** "1,200 ratings blind by 5 people". */
export function describedArm({ arm, ratings, annotators }: ComparedArm): string {
  const [one, many] = armWords[arm];
  return `${figuresOf(ratings, one, many)} by ${figuresOf(annotators, "person", "people")}`;
}

/** "Alpha: Krippendorff's, ordinal, the mean over criteria; 95 % jackknife intervals over inputs." */
export function measureWords({ agreement, distance }: ArmComparison, level: Level): string {
  const interval: Interval | null = agreement.meanOverCriteria[level].interval ?? distance.pooled.difference.interval ?? null;
  const of =
    interval === null ? "no intervals" : `${percent(interval.confidence).replace(".0", "")} ${intervalWords(interval)}s over inputs`;
  return `Alpha: Krippendorff's, ${level}, the mean over criteria; ${of}.`;
}

/** Why being closer to the judge is no evidence that it is right, with the distance that could be. */
export function cautionWords({ arm }: ComparedArm, { distance }: ArmComparison): string {
  const unseen = arm === "final" ? "first" : "blind";
  const read =
    arm === "final"
      ? "People read the judge’s score before giving their final one"
      : "In the drafted arm people read the judge’s score before giving theirs";
  const { value } = distance.pooled.without;
  const apart = value === null ? "" : `, and those are ${decimals(value)} points away on average`;
  return `${read}, so their agreement with it is no evidence that it is right. Only the ${unseen} scores can show that${apart}.`;
}

/** The arm under which an arm's ratings are listed. */
export const listedArm = { blind: "blind", drafted: "drafted", first: "blind-then-drafted", final: "blind-then-drafted" } as const;

/** The arm of one side of a comparison, as captions and files name it. */
export const armOfSide = ({ arm }: ComparedArm): string =>
  arm === "first" || arm === "final" ? `${arm} scores of blind, then drafted` : arm;

/** The ratings of both arms of a comparison, for their difference. */
export const ofBothSides = (
  criterion: string | null,
  [unseen, seen]: readonly [ComparedArm, ComparedArm],
  what: Pick<UnitQuery, "pairable" | "timed"> = {},
): UnitQuery => figureUnits.inArm(criterion, listedArm[unseen.arm], { ...what, armToo: listedArm[seen.arm] });
