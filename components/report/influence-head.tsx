import type { ArmComparison, ComparedArm, TaskReport } from "@/lib/domain/report";
import { Skeleton } from "../ui/skeleton";
import type { Level } from "./headline";
import { cautionWords, comparisonsOf, decidedBy, describedArm, influenceSentence, measureWords } from "./influence-words";
import { useTaskPlans } from "./task-context";

/** The chapter's opening: what the draft did in a sentence, what that rests on, and the caution that belongs to it. Nothing where all work was done in one arm. */
export function InfluenceHead({ report, level, judge }: { report: TaskReport; level: Level; judge: string | null }) {
  const { influence } = report;
  const comparison = influence && comparisonsOf(influence, judge)[0];
  const [seen, unseen] = comparison ? [influence.arms[comparison.with], influence.arms[comparison.without]] : [];
  if (!comparison || seen === undefined || unseen === undefined) return null;
  const judges = new Set(influence.comparisons.map((one) => influence.arms[one.with]?.run?.judge));
  return <Opening taskId={report.taskId} isOneOfSeveral={judges.size > 1} {...{ comparison, seen, unseen, level }} />;
}

interface OpeningProps {
  taskId: string;
  comparison: ArmComparison;
  seen: ComparedArm;
  unseen: ComparedArm;
  level: Level;
  isOneOfSeveral: boolean;
}

function Opening({ taskId, ...compared }: OpeningProps) {
  const { items, isPending } = useTaskPlans(taskId);
  const { comparison, seen, unseen, level } = compared;
  // The words follow from whether chance decided the arm, which the study says.
  if (isPending)
    return (
      <div data-full role="status" aria-label="Loading what the draft did">
        <Skeleton className="h-28 rounded-panel" />
      </div>
    );
  const { by, sentence } = decidedBy(seen, items);
  const about = [`${describedArm(unseen)}, ${describedArm(seen)}.`, sentence, measureWords(comparison, level)];
  return (
    <header data-full className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-96 flex-col gap-2">
        <h2 className="max-w-[46ch] text-balance font-semibold text-headline text-ink tracking-[-0.01em] max-sm:text-[1.375rem] max-sm:leading-7">
          {influenceSentence({ ...compared, by })}
        </h2>
        <p className="max-w-[76ch] text-body text-soft">{about.join(" ")}</p>
      </div>
      <p className="max-w-full shrink grow-0 basis-96 rounded-panel bg-caution-soft px-4 py-3 text-caution text-small max-lg:basis-full">
        <strong>Closer is not better.</strong> {cautionWords(seen, comparison)}
      </p>
    </header>
  );
}
