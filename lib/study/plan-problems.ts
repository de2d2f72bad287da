import type { PlanContent, PlanPreview, PlanProblem } from "@/lib/domain/study-plan";
import type { Staff } from "./staff";

/** What stands in the way of a plan (`blocks`), and what its researcher should know before starting it. */
export function planProblems(plan: PlanContent, preview: Omit<PlanPreview, "problems">, staff: Staff): PlanProblem[] {
  return [...peopleProblems(plan, preview, staff), ...timeProblems(plan, preview)];
}

function peopleProblems(plan: PlanContent, { samples, missing }: Omit<PlanPreview, "problems">, { free }: Staff): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const open = plan.people - plan.named.length;
  if (samples === 0) problems.push({ field: "samples", blocks: true, message: "The task has no samples yet." });
  if (plan.overlap > plan.people)
    problems.push({ field: "overlap", blocks: true, message: `Overlap ${plan.overlap}, but ${count(plan.people, "person", "people")}.` });
  else if (missing > 0)
    problems.push({
      field: plan.maxPerPerson === null ? "arms" : "maxPerPerson",
      blocks: true,
      message:
        plan.maxPerPerson === null
          ? `${count(missing, "rating", "ratings")} can be given to nobody: an arm has fewer people than its samples need.`
          : `${count(missing, "rating", "ratings")} can be given to nobody: people reach their limit of ${plan.maxPerPerson} before.`,
    });
  if (open > free)
    problems.push({
      field: "people",
      blocks: false,
      message: `${count(open, "place is", "places are")} open, and the project has ${count(free, "annotator", "annotators")} for them. Invite ${open - free} more.`,
    });
  return problems;
}

function timeProblems(plan: PlanContent, { seats }: Omit<PlanPreview, "problems">): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const { pay, hoursPerPerson } = plan;
  if (pay?.minimumWage != null && pay.perHour < pay.minimumWage)
    problems.push({
      field: "pay",
      blocks: false,
      message: `${pay.perHour} ${pay.currency} an hour is below the minimum wage of ${pay.minimumWage} ${pay.currency}.`,
    });
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

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
