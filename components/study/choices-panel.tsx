"use client";

import { type PlanContent, studyDesign } from "@/lib/domain/study-plan";
import { Panel } from "../ui/panel";
import { ArmFields, withinArms } from "./arm-fields";
import { ChoiceRow } from "./choice-row";
import { designWords } from "./choice-words";
import type { ChoicesProps } from "./choices-props";
import { OrderChoices } from "./order-choices";
import { PaperChoices } from "./paper-choices";
import { PeopleChoices } from "./people-choices";
import { SecretChoices } from "./secret-choices";

/** Everything a researcher decides about a study, in one column. */
export function ChoicesPanel(props: ChoicesProps) {
  const { task, runs, content, problems, onChange } = props;
  return (
    <Panel title="Choices" className="h-fit">
      <div className="flex flex-col gap-4 [&>hr]:border-line">
        <DesignChoice {...props} />
        <ChoiceRow label="Arms" problems={problems.filter(({ field }) => field === "arms")}>
          <ArmFields
            {...{ task, runs, content }}
            onChange={(change) => onChange(change, "washOutHours" in change ? "washOutHours" : "arms")}
          />
        </ChoiceRow>
        <hr />
        <PeopleChoices {...props} />
        <hr />
        <OrderChoices {...props} />
        <hr />
        <SecretChoices {...props} />
        <hr />
        <PaperChoices {...props} />
      </div>
    </Panel>
  );
}

function DesignChoice({ content, onChange }: ChoicesProps) {
  return (
    <ChoiceRow label="Design">
      {studyDesign.options.map((design) => (
        <label key={design} className="flex basis-full items-baseline gap-2 py-1">
          <input
            type="radio"
            name="design"
            className="translate-y-0.5 accent-accent"
            checked={content.design === design}
            onChange={() => onChange({ design, arms: armsFor(design, content) }, "design")}
          />
          <span>
            <span className={content.design === design ? "font-medium text-ink" : "text-ink"}>{designWords[design].label}</span> ·{" "}
            {designWords[design].hint}
          </span>
        </label>
      ))}
    </ChoiceRow>
  );
}

/** The arms that a design can have, with the run chosen so far. */
function armsFor(design: PlanContent["design"], { design: was, arms }: PlanContent): PlanContent["arms"] {
  if ((design === "within") === (was === "within")) return arms;
  const runId = arms.find((one) => one.runId !== null)?.runId ?? null;
  if (design === "within") return withinArms(false, runId);
  return [
    { arm: "drafted", runId, share: 1 },
    { arm: "blind", runId: null, share: 1 },
  ];
}
