"use client";

import { parseAsStringLiteral, useQueryState } from "nuqs";
import { TaskPage } from "../shell/task-page";
import { useCurrentProject } from "../shell/use-current-project";
import { Choice } from "../ui/choice";
import { PageBody, PageHeader } from "../ui/page-header";
import { MembersPanel } from "./members-panel";
import { TaskPeoplePanel } from "./task-people-panel";

const views = ["members", "work"] as const;
const viewOptions = [
  { value: "members", label: "Members" },
  { value: "work", label: "Work in a task" },
] as const;

/** The project's people: for admins its members; for admins and researchers what each annotator of a task has done. */
export function PeoplePage({ projectId }: { projectId: string }) {
  const project = useCurrentProject();
  const [chosen, setView] = useQueryState("view", parseAsStringLiteral(views));
  const isAdmin = project?.role === "admin";
  const choice = isAdmin && (
    <Choice label="What is shown" value={chosen ?? "members"} options={viewOptions} onChange={(view) => void setView(view)} />
  );
  if (isAdmin && chosen !== "work") {
    return (
      <PageBody>
        <PageHeader title="People" actions={choice} />
        <MembersPanel projectId={projectId} />
      </PageBody>
    );
  }
  return (
    <TaskPage projectId={projectId} title="People">
      {(task, select) => (
        <>
          <PageHeader
            title="People"
            description={`What each annotator of ${task.name} has done. Evidence, not a ranking: people rate different samples.`}
            actions={
              <>
                {select}
                {choice}
              </>
            }
          />
          <TaskPeoplePanel key={task.id} task={task} />
        </>
      )}
    </TaskPage>
  );
}
