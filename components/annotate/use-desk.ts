"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { endpointKey } from "@/lib/client/endpoint-query";
import { request } from "@/lib/client/request";
import type { NextAssignment, OpenedAssignment } from "@/lib/domain/assignment";
import type { Desk } from "./commands";
import { awaitsReveal } from "./unit-view";
import { noteTimes } from "./use-outbox";
import { usePrepared } from "./use-prepared";
import { useWorkspace } from "./use-workspace";

export interface DeskVerbs {
  skip: (reason: string) => Promise<void>;
  flag: (note: string) => Promise<void>;
}

/** Shows another sample, which is already loaded; one that is only prepared is kept until this one is submitted. Null: this one. */
export type ShowSample = (next: OpenedAssignment | null) => void;

/** The workspace plus the actions on the whole sample: submit, skip, reopen, next sample. */
export function useDesk(opened: OpenedAssignment, show: ShowSample): { desk: Desk; verbs: DeskVerbs } {
  const workspace = useWorkspace(opened);
  const router = useRouter();
  const client = useQueryClient();
  const prepared = usePrepared(
    opened,
    workspace.views.some((view) => view.actions.length > 0),
  );
  const [submitting, setLeaving] = useState(false);
  // The one before is still being submitted.
  const beginning = opened.status === "prepared";
  const leaving = submitting || beginning;
  const params = { assignmentId: opened.id };
  const { outbox, clock } = workspace.handle;

  const openSample = (assignmentId: string) => {
    // Offline, the browser would replace this page with its own error page.
    if (!navigator.onLine || outbox.getState().save === "waiting") {
      toast.error("The server cannot be reached, so no other sample can be opened. Your work here is kept.");
      return setLeaving(false);
    }
    setLeaving(true);
    router.push(`/projects/${opened.project.id}/annotate/${assignmentId}`);
  };
  const forgetLists = () => {
    void client.invalidateQueries({ queryKey: endpointKey("listAssignments") });
    void client.invalidateQueries({ queryKey: endpointKey("listTasks") });
  };
  const refresh = () => client.invalidateQueries({ queryKey: endpointKey("openAssignment", { params }) });
  const goOn = async () => {
    forgetLists();
    const { assignmentId, ...rest } = await request("nextAssignment", { params: { taskId: opened.task.id } });
    if (assignmentId !== null) openSample(assignmentId);
    else finish(rest);
  };
  const finish = ({ why, gate }: Pick<NextAssignment, "why" | "gate">) => {
    if (gate !== null) return router.push(`/projects/${opened.project.id}/annotate?continue=${opened.task.id}`);
    if (why === null) toast.success("There is nothing left for you in this task.");
    else toast.info(why);
    router.push(`/projects/${opened.project.id}/annotate`);
  };
  const showUnfinished = ({ criterionId, stop }: { criterionId: string; stop: string }) => {
    toast.error("Something you typed here is not entered yet.");
    workspace.turnTo(criterionId, stop);
    if (stop === "new") workspace.setMode({ kind: "add", itemKind: "explanation", text: "" });
    else if (workspace.views.find((view) => view.criterion.id === criterionId)?.scoreLineId !== stop)
      workspace.setMode({ kind: "revise", stop });
  };
  const submit = async () => {
    if (leaving) return;
    if (workspace.unfinishedAt !== null) return showUnfinished(workspace.unfinishedAt);
    setLeaving(true);
    try {
      if (opened.exam?.feedback) return await goOn();
      noteTimes(clock, outbox);
      await outbox.whenSaved();
      const isLast = opened.exam === null && !awaitsReveal(opened);
      if (isLast && prepared !== null && navigator.onLine) show(prepared);
      await outbox.flushTimes();
      if (awaitsReveal(opened)) {
        await request("revealDrafts", { params });
        await refresh();
        return setLeaving(false);
      }
      if (opened.exam !== null) {
        await request("submitAssignment", { params });
        await refresh();
        return setLeaving(false);
      }
      const { next, ...rest } = await request("submitAndNext", { params });
      forgetLists();
      if (next === null) return finish(rest);
      if (isLast && prepared !== null && next.id !== prepared.id) toast.info("What comes next has changed: this is another sample.");
      show(next);
    } catch (error) {
      show(null);
      toast.error(error instanceof Error ? error.message : "It could not be submitted.");
      setLeaving(false);
    }
  };
  const reopen = async () => {
    try {
      await request("reopenAssignment", { params });
      forgetLists();
      await refresh();
      outbox.retry();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "It could not be reopened.");
    }
  };
  const verbs: DeskVerbs = {
    skip: async (reason) => {
      await outbox.whenSaved();
      await request("skipAssignment", { params, body: { reason } });
      workspace.setDialog(null);
      await goOn();
    },
    flag: async (note) => {
      await request("flagAssignment", { params, body: { note } });
      workspace.setDialog(null);
      toast.success(note === "" ? "The note was removed." : "The note was saved for the researcher.");
      await refresh();
    },
  };
  const act = leaving ? () => false : workspace.act;
  return { desk: { ...workspace, act, leaving, beginning, submit: () => void submit(), reopen: () => void reopen(), openSample }, verbs };
}
