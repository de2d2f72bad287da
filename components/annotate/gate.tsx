"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { figuresOf } from "@/components/charts/format";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Markdown } from "@/components/ui/markdown";
import { RedlinedText } from "@/components/ui/redlined-text";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import type { WorkGate } from "@/lib/domain/work-gate";
import { DeclineConsent } from "./decline-consent";
import { resultWords } from "./exam-feedback";

interface GateProps<Kind extends WorkGate["kind"] = WorkGate["kind"]> {
  task: TaskSummary;
  gate: Extract<WorkGate, { kind: Kind }>;
  /** Called once the gate is passed: there may be another, or the first sample. */
  onPassed: () => Promise<void>;
}

/** What an annotator has to do before they are given work. */
export function Gate({ task, gate, onPassed }: GateProps) {
  const props = { task, onPassed };
  switch (gate.kind) {
    case "consent":
      return <Consent {...props} gate={gate} />;
    case "guidelines":
      return <Guidelines {...props} gate={gate} />;
    case "exam":
      return <Exam {...props} gate={gate} />;
    case "calibration":
      return <Calibration {...props} gate={gate} />;
  }
}

function Calibration({ task, gate: { round, samples }, onPassed }: GateProps<"calibration">) {
  return (
    <GateCard task={task} label="Calibration" title={`You have finished calibration round ${round}`} verb="Look again" onDone={onPassed}>
      <p className="max-w-measure text-soft">
        You have rated {samples === 1 ? "its sample" : `all ${figuresOf(samples, "sample")}`}. Work begins once the round is closed: then
        you see what others gave, and discuss it.
      </p>
    </GateCard>
  );
}

function Consent({ task, gate, onPassed }: GateProps<"consent">) {
  const agree = useEndpointMutation("giveConsent", { refresh: ["listTasks"] });
  const begin = async () => {
    await agree.mutateAsync({ params: { taskId: task.id } });
    await onPassed();
  };
  return (
    <GateCard
      task={task}
      label="Consent"
      title="Before you begin"
      verb="I agree"
      error={agree.error}
      onDone={begin}
      refusal={<DeclineConsent taskId={task.id} projectId={task.projectId} />}
    >
      <Markdown text={gate.text} className="max-w-measure text-reading" />
    </GateCard>
  );
}

function Guidelines({ task, gate: { version, text, before }, onPassed }: GateProps<"guidelines">) {
  const [changes, setChanges] = useState(before !== null);
  const read = useEndpointMutation("readGuidelines", { refresh: ["listTasks"] });
  const confirm = async () => {
    await read.mutateAsync({ params: { taskId: task.id }, body: { version } });
    await onPassed();
  };
  return (
    <GateCard
      task={task}
      label="Guidelines"
      title={before === null ? "Read the guidelines" : "The guidelines have changed"}
      verb="I have read this"
      error={read.error}
      onDone={confirm}
    >
      {before !== null && (
        <Button size="small" className="self-start" onClick={() => setChanges(!changes)}>
          {changes ? "Show the new text" : "Show what changed"}
        </Button>
      )}
      {before !== null && changes ? (
        <p className="max-w-measure text-reading whitespace-pre-wrap wrap-anywhere" dir="auto">
          <RedlinedText before={before} after={text} />
        </p>
      ) : (
        <Markdown text={text} className="max-w-measure text-reading" />
      )}
    </GateCard>
  );
}

function Exam({ task, gate: { instructions, samples, passMark, triesLeft, last }, onPassed }: GateProps<"exam">) {
  const start = useEndpointMutation("startExamTry", { refresh: ["listTasks"] });
  const begin = async () => {
    await start.mutateAsync({ params: { taskId: task.id } });
    await onPassed();
  };
  return (
    <GateCard
      task={task}
      label="Exam"
      title={last === null ? "An exam comes first" : "The exam is not passed yet"}
      error={start.error}
      {...(triesLeft > 0 && { verb: last === null ? "Begin the exam" : "Try again", onDone: begin })}
    >
      {last !== null && <p role="status">{resultWords(last)}</p>}
      {last !== null && last.note !== "" && (
        <blockquote className="border-l-2 pl-4">
          <p className="text-label text-soft">A researcher's note</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{last.note}</p>
        </blockquote>
      )}
      {last === null && instructions !== "" && <Markdown text={instructions} className="max-w-measure text-reading" />}
      <p className="max-w-measure text-soft">
        {triesLeft === 0
          ? "You have no try left. A researcher will look at your answers and decide."
          : `You score ${figuresOf(samples, "sample")} and see the answers after each. You pass with ${Math.round(100 * passMark)} % of your scores within tolerance. You have ${figuresOf(triesLeft, "try", "tries")}${last === null ? "" : " left"}.`}
      </p>
    </GateCard>
  );
}

interface GateCardProps {
  task: TaskSummary;
  label: string;
  title: string;
  /** What its button says; absent: there is nothing to do but wait. */
  verb?: string;
  error?: Error | null;
  onDone?: () => Promise<void>;
  /** A way to say no. */
  refusal?: ReactNode;
  children: ReactNode;
}

function GateCard({ task, label, title, verb, error, onDone, refusal, children }: GateCardProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const done = async () => {
    setBusy(true);
    // A refusal is shown below; the button then tries again.
    await onDone?.().catch(() => undefined);
    setBusy(false);
  };
  return (
    <section aria-label={`${label}: ${task.name}`} className="mt-4 flex flex-col gap-4 rounded-panel border bg-paper p-5">
      <h3 className="text-title">{title}</h3>
      {children}
      {error && <FieldError>{error.message}</FieldError>}
      <div className="flex flex-wrap gap-2">
        {verb && (
          <Button variant="primary" busy={busy} onClick={() => void done()}>
            {verb}
          </Button>
        )}
        {refusal}
        <Button onClick={() => router.push(`/projects/${task.projectId}/annotate`)}>{verb ? "Not now" : "Close"}</Button>
      </div>
    </section>
  );
}
