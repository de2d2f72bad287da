"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import type { TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { PageHeader } from "../ui/page-header";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../ui/tabs";
import { CalibrationPanel } from "./calibration-panel";
import { ExamPanel } from "./exam-panel";
import { GoldPanel } from "./gold-panel";
import { GuidelinesPanel } from "./guidelines-panel";

const tabs = ["guidelines", "gold", "exam", "calibration"] as const;
const labels = { guidelines: "Guidelines", gold: "Gold samples", exam: "Exam", calibration: "Calibration" } as const;

/** What people need before they are given work in a task: guidelines, samples with known answers, the exam, calibration rounds. The open tab is in the URL. */
export function QualificationPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Guidelines and exam">
      {(task, select) => <OfTask key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function OfTask({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(tabs).withDefault("guidelines"));
  return (
    <>
      <PageHeader
        title="Guidelines and exam"
        description={`What annotators read, and show that they can do, before they are given work in ${task.name}.`}
        actions={select}
      />
      <Tabs value={tab} onValueChange={(value) => void setTab(tabs.find((known) => known === value) ?? "guidelines")}>
        <TabsList aria-label="Guidelines and exam">
          {tabs.map((value) => (
            <TabsTrigger key={value} value={value}>
              {labels[value]}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="guidelines">
          <GuidelinesPanel task={task} />
        </TabsContent>
        <TabsContent value="gold">
          <GoldPanel task={task} />
        </TabsContent>
        <TabsContent value="exam">
          <ExamPanel task={task} />
        </TabsContent>
        <TabsContent value="calibration">
          <CalibrationPanel task={task} />
        </TabsContent>
      </Tabs>
    </>
  );
}
