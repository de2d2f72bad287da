import type { Run } from "@/lib/domain/judge";
import type { StudyPlan } from "@/lib/domain/study-plan";
import { Moment } from "../ui/moment";
import { FixedChoices } from "./fixed-choices";
import { PlanChanges } from "./plan-changes";
import { PlannedSizePanel } from "./planned-size";
import { sentenceOf } from "./running-plan";
import { SeatTable } from "./seat-table";

/** Closed plans, which stay readable. */
export function PastPlans({ plans, runs }: { plans: readonly StudyPlan[]; runs: readonly Run[] }) {
  if (plans.length === 0) return null;
  return (
    <section aria-label="Earlier studies" className="pt-10">
      <h2 className="pb-3 text-title">Earlier studies</h2>
      <div className="flex flex-col gap-3">
        {plans.map((plan) => (
          <details key={plan.id} className="rounded-panel border bg-card px-5 py-3">
            <summary className="cursor-pointer text-body wrap-anywhere">
              <span className="font-medium">Version {plan.version}</span>{" "}
              <span className="text-soft">
                {plan.closedAt !== null && (
                  <>
                    closed <Moment short at={plan.closedAt} />
                  </>
                )}
                . {sentenceOf(plan)}
              </span>
            </summary>
            <div className="flex flex-col gap-5 pt-4 pb-2">
              <SeatTable taskId="" plan={plan} />
              <FixedChoices content={plan.content} runs={runs} />
              {plan.size !== null && <PlannedSizePanel size={plan.size} />}
              <PlanChanges changes={plan.changes} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
