import type { PlanContent, PlanPreview, PlanProblem } from "@/lib/domain/study-plan";
import type { Allocation } from "./allocate";
import { count } from "./count-words";
import { secretProblems } from "./secret-problems";
import type { Staff } from "./staff";

/** What keeps a plan from starting (`blocks`), and what its researcher should know before starting it. */
export function planProblems(
  plan: PlanContent,
  preview: Omit<PlanPreview, "problems">,
  { allocation, staff }: { allocation: Pick<Allocation, "samples" | "chances" | "judged" | "unplaced" | "unknown">; staff: Staff },
): PlanProblem[] {
  return [
    ...peopleProblems(plan, preview, staff),
    ...drawProblems(allocation),
    ...personalProblems(plan, allocation, staff),
    ...timeProblems(plan, preview),
    ...dayProblems(plan, preview, staff),
    ...secretProblems(plan, preview, staff),
  ];
}

function peopleProblems(
  plan: PlanContent,
  { samples, missing }: Omit<PlanPreview, "problems">,
  { free, hasOpenLink }: Staff,
): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const open = plan.people - plan.named.length;
  if (samples === 0) problems.push({ field: "samples", blocks: true, message: "The task has no samples yet." });
  if (plan.overlap > plan.people)
    problems.push({ field: "overlap", blocks: true, message: `Overlap ${plan.overlap}, but ${count(plan.people, "person", "people")}.` });
  else if (missing > 0)
    problems.push({
      ...whyMissing(plan, missing),
      blocks: true,
    });
  if (open > free && !hasOpenLink)
    problems.push({
      field: "people",
      blocks: false,
      message: `${count(open, "place is", "places are")} open, and the project has ${count(free, "annotator", "annotators")} for them. Invite ${open - free} more, or make a participation link.`,
    });
  return problems;
}

/** Whether judges have said enough for chances that follow where they differ, and anything is left to chance. */
function drawProblems({ chances, judged }: Pick<Allocation, "chances" | "judged">): PlanProblem[] {
  if (chances === null) return [];
  const problem = (blocks: boolean, message: string): PlanProblem[] => [{ field: "draw", blocks, message }];
  const all = Object.values(chances);
  if (judged === 0) return problem(true, "No sample has scores of two judges, so nothing is known of where they differ.");
  if (all.includes(null) && all.every((chance) => chance === null || chance === 1))
    return problem(true, "People are given as many samples by name as the study has, so none is drawn.");
  if (judged === all.length) return [];
  const [one, many] = ["sample without two judges' scores counts", "samples without two judges' scores count"] as const;
  return problem(false, `${count(all.length - judged, one, many)} as if judges agreed.`);
}

function whyMissing({ maxPerPerson, personal }: PlanContent, missing: number): Pick<PlanProblem, "field" | "message"> {
  const what = `${count(missing, "rating", "ratings")} can be given to nobody`;
  if (personal.some(({ maxRatings }) => maxRatings !== null))
    return { field: "personal", message: `${what}: people reach their limits before.` };
  if (maxPerPerson !== null) return { field: "maxPerPerson", message: `${what}: people reach their limit of ${maxPerPerson} before.` };
  return { field: "arms", message: `${what}: an arm has fewer people than its samples need.` };
}

/** Samples given by name that cannot be, and what the terms of single people tell those who know them. */
function personalProblems(
  { personal, anonymous, named }: PlanContent,
  { samples, unplaced, unknown }: Pick<Allocation, "samples" | "unplaced" | "unknown">,
  { names }: Staff,
): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const problem = (message: string, blocks: boolean) => problems.push({ field: "personal", blocks, message });
  if (unknown.length > 0)
    problem(`${listed(unknown)} ${unknown.length === 1 ? "is no sample" : "are no samples"} that people can be given in this task.`, true);
  const nameOf = new Map(samples.map(({ id, externalId }) => [id, externalId]));
  for (const seat of new Set(unplaced.map((one) => one.seat))) {
    const own = unplaced.filter((one) => one.seat === seat).map(({ sampleId }) => nameOf.get(sampleId) ?? sampleId);
    problem(
      `${names[seat] ?? `Place ${seat + 1}`} cannot be given ${listed(own)}: others are named for ${own.length === 1 ? "it" : "them"}, as many as the overlap.`,
      true,
    );
  }
  if (anonymous && personal.some(({ userId }) => named.includes(userId)))
    problem("Who knows the limits and samples of single people can tell their codes in exports.", false);
  return problems;
}

const mostListed = 5;

/** "a, b and 3 more". */
function listed(ids: readonly string[]): string {
  const quoted = ids.slice(0, mostListed).map((id) => `"${id}"`);
  const rest = ids.length - quoted.length;
  return new Intl.ListFormat("en").format(rest > 0 ? [...quoted, `${rest} more`] : quoted);
}

function timeProblems(plan: PlanContent, { seats }: Omit<PlanPreview, "problems">): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const { pay, hoursPerPerson } = plan;
  const underpaid = payProblem(pay);
  if (underpaid !== null) problems.push({ field: "pay", blocks: false, message: underpaid });
  if (hoursPerPerson !== null) {
    const slowest = seats.reduce((most, seat) => ((seat.hours ?? 0) > (most?.hours ?? 0) ? seat : most), seats[0]);
    const late = seats.filter((seat) => (seat.hours ?? 0) > hoursPerPerson).length;
    if (slowest?.hours != null && late > 0)
      problems.push({
        field: "hoursPerPerson",
        blocks: false,
        message: `${late} of ${count(seats.length, "person needs", "people need")} more than ${hoursPerPerson} hours. The longest: ${slowest.name ?? `place ${slowest.position + 1}`}, ${slowest.hours.toFixed(1)} hours.`,
      });
  }
  return problems;
}

/** That the pay is below the minimum wage entered with it; null if it is not. */
export const payProblem = (pay: PlanContent["pay"]): string | null =>
  pay?.minimumWage != null && pay.perHour < pay.minimumWage
    ? `${pay.perHour} ${pay.currency} an hour is below the minimum wage of ${pay.minimumWage} ${pay.currency}.`
    : null;

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the daily limit leaves everybody enough days. */
function dayProblems({ lastDay, maxPerDay }: PlanContent, { seats }: Omit<PlanPreview, "problems">, { today }: Staff): PlanProblem[] {
  if (lastDay === null) return [];
  const days = Math.round((Date.parse(lastDay) - Date.parse(today)) / dayMs) + 1;
  if (days < 1) return [{ field: "lastDay", blocks: true, message: `The last day, ${lastDay}, has passed.` }];
  const late = maxPerDay === null ? [] : seats.filter(({ ratings }) => ratings > maxPerDay * days);
  if (maxPerDay === null || late.length === 0) return [];
  const most = Math.max(...late.map(({ ratings }) => ratings));
  const message = `At ${maxPerDay} a day, ${late.length} of ${count(seats.length, "person", "people")} cannot finish by ${lastDay}: ${count(most, "rating takes", "ratings take")} ${count(Math.ceil(most / maxPerDay), "day", "days")}, and ${count(days, "day is", "days are")} left.`;
  return [{ field: "maxPerDay", blocks: false, message }];
}
