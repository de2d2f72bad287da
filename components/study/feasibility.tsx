import type { PlanContent, PlanPreview, PlanProblem } from "@/lib/domain/study-plan";
import { decimals, figuresOf } from "../charts/format";
import { cn } from "../ui/cn";
import { money } from "./choice-words";

interface FeasibilityProps {
  content: PlanContent;
  preview: PlanPreview;
  problems: readonly PlanProblem[];
}

/** Whether the plan can be done by the people there are, and what it takes. */
export function Feasibility({ content, preview, problems }: FeasibilityProps) {
  const blocking = problems.filter(({ blocks }) => blocks);
  const open = problems.filter(({ blocks }) => !blocks);
  const [tone, word] =
    blocking.length > 0 ? ["bg-removed", "Not feasible"] : open.length > 0 ? ["bg-caution", "Feasible, but"] : ["bg-inserted", "Feasible"];
  const messages = [...blocking, ...open].map(({ message }) => message);
  return (
    <p className="flex items-baseline gap-2.5 text-body text-soft" role="status">
      <span aria-hidden className={cn("size-2 shrink-0 rounded-full", tone)} />
      <span>
        <span className="font-semibold text-ink">{word}:</span>{" "}
        <span className="text-ink">{messages.length > 0 ? messages.join(" ") : enough(content, preview)}</span> {tightest(content, preview)}{" "}
        {price(content, preview)}
      </span>
    </p>
  );
}

function enough({ hoursPerPerson, lastDay }: PlanContent, { seats, hours }: PlanPreview): string {
  const people = figuresOf(seats.length, "person has", "people have");
  if (hoursPerPerson === null || hours === null) return `${figuresOf(seats.length, "person gives", "people give")} every rating asked for.`;
  return `all ${people} enough hours${lastDay === null ? "" : ` until ${lastDay}`}.`;
}

function tightest({ hoursPerPerson }: PlanContent, { seats }: PlanPreview): string {
  if (hoursPerPerson === null) return "";
  const slowest = seats.reduce((most, seat) => ((seat.hours ?? -1) > (most?.hours ?? -1) ? seat : most), seats[0]);
  if (slowest?.hours == null) return "";
  return `Tightest: ${slowest.name ?? `place ${slowest.position + 1}`}, ${decimals(slowest.hours, 1)} of ${hoursPerPerson} hours.`;
}

function price({ pay }: PlanContent, { hours, cost, made }: PlanPreview): string {
  if (hours === null) return "Nothing has been timed in this task yet, so hours and cost are not known.";
  const most = Math.max(0, ...made);
  const counted =
    most > 0
      ? `, with the ${decimals(most, Number.isInteger(most) ? 0 : 1)} dimensions that a judge made for each sample whose draft is shown`
      : "";
  const time = `${decimals(hours, 1)} hours in all${counted}`;
  return cost === null || pay === null ? `${time}.` : `${time}, ${money(cost, pay.currency)}.`;
}
