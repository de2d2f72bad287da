"use client";

import { type ReactNode, useState } from "react";
import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import type { StudyPlan } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { Progress } from "../ui/progress";
import { CloseStudyDialog } from "./close-study-dialog";
import { FixedChoices } from "./fixed-choices";
import { LinkPanel } from "./link-panel";
import { OpenChoicesForm } from "./open-choices-form";
import { PlanChanges } from "./plan-changes";
import { PlannedSizePanel } from "./planned-size";
import { QualityPanel } from "./quality-panel";
import { SeatTable } from "./seat-table";

interface RunningPlanProps {
  task: TaskSummary;
  plan: StudyPlan;
  runs: readonly Run[];
  select: ReactNode;
}

/** A study that runs: how far everybody is, what can still be changed, and the end. */
export function RunningPlan({ task, plan, runs, select }: RunningPlanProps) {
  const [isClosing, setClosing] = useState(false);
  const [asked, submitted] = [total(plan, "ratings"), total(plan, "submitted")];
  const actions = (
    <>
      {select}
      <Button variant="danger" onClick={() => setClosing(true)}>
        Close the study
      </Button>
    </>
  );
  return (
    <>
      <PageHeader
        title={sentenceOf(plan)}
        actions={actions}
        description={
          <>
            Study plan · {task.name} · Version {plan.version}, running
            {plan.startedAt !== null && (
              <>
                {" "}
                since <Moment at={plan.startedAt} />
              </>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Panel title={`${count(submitted)} of ${figuresOf(asked, "rating")} submitted`}>
          <Progress label="Ratings submitted" value={submitted} max={Math.max(1, asked)} />
        </Panel>
        <SeatTable taskId={task.id} plan={plan} />
        <QualityPanel taskId={task.id} />
        <LinkPanel taskId={task.id} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          {/* A saved change becomes the form's new starting point. */}
          <OpenChoicesForm key={JSON.stringify(plan.content)} taskId={task.id} content={plan.content} />
          <Panel title="Frozen">
            <FixedChoices content={plan.content} runs={runs} />
          </Panel>
        </div>
        {plan.size !== null && <PlannedSizePanel size={plan.size} />}
        <PlanChanges changes={plan.changes} />
      </div>
      {isClosing && <CloseStudyDialog taskId={task.id} plan={plan} onClose={() => setClosing(false)} />}
    </>
  );
}

const total = ({ seats }: StudyPlan, field: "ratings" | "submitted") => seats.reduce((sum, seat) => sum + seat[field], 0);

/** The plan in words, as it was when the study started. */
export function sentenceOf({ version, changes }: Pick<StudyPlan, "version" | "changes">): string {
  const sentence = changes.find(({ verb }) => verb === "plan.start")?.details.sentence;
  return typeof sentence === "string" ? sentence : `Study plan, version ${version}`;
}
