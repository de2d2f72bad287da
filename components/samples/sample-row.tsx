import Link from "next/link";
import type { SampleRow as Row, TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";

/** One sample of the list, which opens it. */
export function SampleRow({ sample, task, href }: { sample: Row; task: TaskSummary; href: string }) {
  const named = sample.outputB === null ? [sample.system] : [sample.system, sample.systemB];
  const systems = named.some((system) => system !== null) ? named.map((system) => system ?? "no system").join(" / ") : "no system";
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 py-3 hover:bg-paper focus-visible:-outline-offset-2 sm:grid-cols-[8rem_1fr_auto]"
      >
        <span className="truncate text-small text-soft" title={sample.externalId}>
          {sample.externalId}
        </span>
        <span className="col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:row-start-auto">
          <span className="block truncate text-body">{sample.input.slice(0, 300) || `empty ${task.inputName}`}</span>
          <span className="block truncate text-small text-soft">{sample.output.slice(0, 300)}</span>
        </span>
        <span className="text-right text-small whitespace-nowrap text-soft">
          {systems}
          <span className="hidden sm:block">
            {figuresOf(sample.drafts, "draft")} · {sample.submitted} submitted
          </span>
        </span>
      </Link>
    </li>
  );
}
