import Link from "next/link";
import { leadsStudy, type Role } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Progress } from "../ui/progress";
import { nextStep } from "./next-step";

const arms: Record<TaskSummary["arm"], string> = {
  drafted: "annotators see drafts",
  blind: "annotators score without drafts",
  "blind-then-drafted": "first without, then with drafts",
  unstated: "imported ratings",
};

/** A task's card: progress and next step. */
export function TaskCard({ task, role, hasModel }: { task: TaskSummary; role: Role; hasModel: boolean }) {
  const step = nextStep(task, role, hasModel);
  const isReport = step.label === "Read the report";
  return (
    <li className="flex min-w-0 flex-col rounded-panel border bg-card">
      <div className="flex grow flex-col gap-3 px-5 pt-4 pb-4">
        <div>
          <h2 className="text-title">
            {leadsStudy(role) ? (
              <Link href={`/projects/${task.projectId}/tasks/${task.id}`} className="wrap-anywhere hover:text-accent">
                {task.name}
              </Link>
            ) : (
              <span className="wrap-anywhere">{task.name}</span>
            )}
          </h2>
          <p className="mt-0.5 text-small text-soft">
            {task.inputName} → {task.kind === "pairwise" ? `${task.outputName} A or B` : task.outputName} · {arms[task.arm]} ·{" "}
            {figuresOf(task.annotatorsPerSample, "annotator")} per sample
          </p>
        </div>
        <TaskDescription text={task.description} />
        {role === "annotator" && <Mine task={task} />}
        {leadsStudy(role) && <Everybody task={task} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t px-5 py-3">
        <p className="min-w-0 grow basis-40 text-small text-soft">{step.why}</p>
        <div className="flex flex-wrap gap-2">
          {leadsStudy(role) && task.counts.assignmentsSubmitted > 0 && !isReport && (
            <Button asChild>
              <Link href={`/projects/${task.projectId}/report?task=${task.id}`}>Report</Link>
            </Button>
          )}
          {leadsStudy(role) && isReport && task.mine.open + task.mine.available > 0 && (
            <Button asChild>
              <Link href={`/projects/${task.projectId}/annotate?task=${task.id}`}>Annotate</Link>
            </Button>
          )}
          {step.href !== null && (
            <Button asChild variant="primary">
              <Link href={step.href}>{step.label}</Link>
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** By convention the first paragraph says what is judged and the second where it comes from, so both are shown above the numbers. */
function TaskDescription({ text }: { text: string }) {
  const [what = "", ...rest] = text.trim().split(/\n\s*\n/);
  if (what === "") return null;
  return (
    <div className="flex max-w-measure flex-col gap-1 text-small wrap-anywhere" dir="auto">
      <p className="line-clamp-2">{what}</p>
      {rest.length > 0 && <p className="line-clamp-2 text-soft">{rest.join(" ")}</p>}
    </div>
  );
}

function Everybody({ task }: { task: TaskSummary }) {
  const { counts } = task;
  const asked = counts.samplesToRate * task.annotatorsPerSample;
  const numbers: [string, number][] = [
    ["samples", counts.samples],
    ["inputs", counts.inputs],
    ["criteria", counts.criteria],
    ["drafts", counts.drafts],
    ["in progress", counts.assignmentsOpen],
    ["submitted", counts.assignmentsSubmitted],
  ];
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-2 sm:grid-cols-6">
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt className="text-label text-soft">{label}</dt>
            <dd className="text-body font-medium">{count(value)}</dd>
          </div>
        ))}
      </dl>
      {asked > 0 && (
        <div className="flex flex-col gap-1.5">
          <Progress label={`${task.name}: samples finished`} value={counts.samplesFinished} max={counts.samplesToRate} />
          <p className="text-label text-soft">
            {count(counts.samplesFinished)} of {figuresOf(counts.samplesToRate, "sample")} scored by all required annotators
            {counts.samplesWithoutDraft > 0 && `; ${count(counts.samplesWithoutDraft)} not handed out because drafts are missing`}
          </p>
        </div>
      )}
    </>
  );
}

function Mine({ task }: { task: TaskSummary }) {
  const total = task.mine.submitted + task.mine.open + task.mine.available;
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label={`${task.name}: your samples`} value={task.mine.submitted} max={Math.max(1, total)} />
      <p className="text-small text-soft">
        {count(task.mine.submitted)} of {figuresOf(total, "sample")} submitted
        {task.mine.skipped > 0 && `, ${count(task.mine.skipped)} skipped`}
      </p>
    </div>
  );
}
