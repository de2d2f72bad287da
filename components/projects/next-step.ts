import { figuresOf } from "@/components/charts/format";
import type { Role } from "@/lib/domain/policy";
import type { TaskSummary } from "@/lib/domain/project";

/** The next step for a task: a link and a reason. `href` is null if nothing is left to do. */
export interface NextStep {
  label: string;
  href: string | null;
  why: string;
}

/** The first thing this task still lacks, from the viewpoint of this role. */
export function nextStep(task: TaskSummary, role: Role, hasModel: boolean): NextStep {
  const at = (page: string) => `/projects/${task.projectId}/${page}?task=${task.id}`;
  const { counts, mine } = task;
  if (role === "annotator") return annotatorStep(task, at("annotate"));
  if (role === "expert")
    return { label: "Open the criteria", href: at("criteria"), why: "You will find the rounds you are invited to there." };
  if (counts.samples === 0) return { label: "Import samples", href: at("samples/import"), why: "There is nothing to judge yet." };
  if (task.publishedSet === null) {
    return { label: "Agree on criteria", href: at("criteria"), why: "Annotators need a published list of criteria." };
  }
  const started = counts.assignmentsOpen + counts.assignmentsSubmitted > 0;
  if (task.arm === "drafted" && counts.drafts === 0 && !started) {
    return hasModel || role !== "admin"
      ? { label: "Start a run", href: at("runs"), why: "Annotators of this task see drafts, and there are none yet." }
      : {
          label: "Connect a model",
          href: `/projects/${task.projectId}/settings?tab=judges`,
          why: "Drafts need a judge, and none is connected.",
        };
  }
  const isFinished = counts.samplesFinished >= counts.samplesToRate && counts.assignmentsOpen === 0;
  if (isFinished) return { label: "Read the report", href: at("report"), why: "Every sample has all the annotators asked for." };
  // Typically imported work: every sample has been scored, though maybe by fewer people than required, and nobody is working on it.
  const isScored = counts.assignmentsSubmitted >= counts.samplesToRate && counts.assignmentsOpen === 0;
  if (isScored && mine.submitted === 0) return { label: "Read the report", href: at("report"), why: "Every sample has been scored." };
  if (mine.open > 0 || mine.available > 0) return annotatorStep(task, at("annotate"));
  if (counts.samplesWithoutDraft > 0) {
    const why = `${figuresOf(counts.samplesWithoutDraft, "sample")} cannot be handed out: the shown run has not drafted every criterion.`;
    return { label: "Draft the rest", href: at("runs"), why };
  }
  if (counts.assignmentsOpen > 0) {
    return { label: "See progress", href: at("review"), why: "Other annotators are working on the rest." };
  }
  return counts.assignmentsSubmitted > 0
    ? { label: "Read the report", href: at("report"), why: "You have scored everything you can; the report has the figures." }
    : { label: "Invite annotators", href: `/projects/${task.projectId}/people`, why: "Nobody has scored anything yet." };
}

function annotatorStep({ mine }: TaskSummary, href: string): NextStep {
  if (mine.open > 0) return { label: "Continue", href, why: "You have started a sample." };
  if (mine.available > 0)
    return { label: "Annotate", href, why: `${mine.available} ${mine.available === 1 ? "sample waits" : "samples wait"} for you.` };
  return {
    label: "Nothing to do",
    href: null,
    why: mine.submitted > 0 ? "You have scored everything you can." : "No sample is ready for you yet.",
  };
}
