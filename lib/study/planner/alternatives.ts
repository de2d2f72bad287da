import { type ExpectedFigures, type SizeFigure, type SizeFigureName, type SizeRow, sizeFigureNames } from "@/lib/domain/plan-size";
import type { PlanContent } from "@/lib/domain/study-plan";
import { expectedFigure } from "./expected-figures";
import type { SizeModel } from "./size-model";
import { type SizeChoices, type StudySize, studySize } from "./study-size";

/** What is there to plan with. */
export interface Means {
  samplesInTask: number;
  /** Annotators who could take a place that nobody is named for. */
  free: number;
  /** What one person takes for one sample; null: not known. */
  secondsPerSample: number | null;
}

type Change = NonNullable<SizeRow["change"]>;

/** This plan, then one with more people, one with more people for each sample and one with more samples, each with what is in its way. */
export function alternatives(
  plan: PlanContent,
  choices: SizeChoices,
  model: SizeModel,
  means: Means,
  figures: Record<SizeFigureName, SizeFigure>,
  epsilon: number,
): SizeRow[] {
  const row = (label: string, change: Change | null): SizeRow => {
    const changed = { ...choices, ...change, samples: change?.samples ?? choices.samples };
    const size = studySize(changed);
    const hours = means.secondsPerSample === null ? null : (size.ratings * means.secondsPerSample) / 3600;
    return {
      ...{ label, change, obstacle: change && obstacle(plan, changed, size, means), ratings: size.ratings, hours },
      figures: Object.fromEntries(
        sizeFigureNames.map((name) => [name, expectedFigure(name, size, model, epsilon).value]),
      ) as ExpectedFigures,
      cost: hours === null || plan.pay === null ? null : hours * plan.pay.perHour,
    };
  };
  const unmet = sizeFigureNames.flatMap((name) => (figures[name].value === null || figures[name].reached ? [] : [figures[name]]));
  const wanted = (lever: "samples" | "overlap" | "people", otherwise: number) => {
    const values = unmet.flatMap((figure) => figure[lever].value ?? []);
    return Math.max(otherwise, ...values.filter((value) => value <= otherwise * 4));
  };
  const people = wanted("people", Math.ceil((choices.people * 5) / 3));
  const overlap = wanted("overlap", choices.overlap + 2);
  const samples = wanted("samples", Math.ceil(choices.samples * 1.5));
  return [
    row("This plan", null),
    row(`${people} people`, { people }),
    row(`${overlap} raters each`, { overlap, ...(overlap > choices.people && { people: overlap }) }),
    row(`${samples} samples`, { samples }),
  ];
}

/** What is in the way of a change: "8 to invite, over the limit of 120 a person". */
function obstacle(
  plan: PlanContent,
  changed: SizeChoices,
  size: StudySize,
  { samplesInTask, free, secondsPerSample }: Means,
): string | null {
  const parts: string[] = [];
  const more = changed.people - plan.people;
  const toInvite = changed.people - plan.named.length - free;
  if (changed.samples > samplesInTask) parts.push(`${changed.samples - samplesInTask} to import`);
  if (changed.overlap !== plan.overlap && more > 0) parts.push(`needs ${more} more ${more === 1 ? "person" : "people"}`);
  else if (more > 0 && toInvite > 0) parts.push(`${toInvite} to invite`);
  const limit = plan.maxPerPerson;
  const asked =
    (changed.samples - Math.min(changed.shared, changed.samples)) * changed.overlap +
    Math.min(changed.shared, changed.samples) * changed.people;
  if (limit !== null && asked > limit * changed.people) parts.push(`over the limit of ${limit} a person`);
  const hours = secondsPerSample === null ? 0 : (size.ratings * secondsPerSample) / 3600 / changed.people;
  if (plan.hoursPerPerson !== null && hours > plan.hoursPerPerson) parts.push(`over the ${plan.hoursPerPerson} hours a person has`);
  return parts.length === 0 ? null : parts.join(", ");
}
