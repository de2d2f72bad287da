import type { PlanChangeEvent, PlanContent } from "@/lib/domain/study-plan";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { choiceLabels, choiceText } from "./choice-words";

/** What happened since the plan started, the latest first. */
export function PlanChanges({ changes }: { changes: readonly PlanChangeEvent[] }) {
  return (
    <Panel title="Changes">
      <ol className="flex flex-col gap-2 text-small">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-wrap gap-x-3">
            <Moment at={change.at} className="text-soft tabular-nums" />
            <span className="wrap-anywhere">
              {textOf(change)} <span className="text-soft">{change.who ?? "the product"}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function textOf({ verb, details }: PlanChangeEvent): string {
  if (verb === "plan.start") return "Started.";
  if (verb === "plan.close") return `Closed with ${details.notBegun} ratings not begun and ${details.open} open.`;
  if (verb === "plan.leave") return `${details.code ?? `Place ${details.place}`} left.`;
  const [before, after] = [details.before, details.after] as Partial<PlanContent>[];
  const fields = Object.keys(after ?? {}) as (keyof PlanContent)[];
  return fields.map((field) => `${choiceLabels[field]}: ${valueText(field, before)} to ${valueText(field, after)}.`).join(" ");
}

const valueText = (field: keyof PlanContent, of: Partial<PlanContent> | undefined) => choiceText(field, of as PlanContent);
