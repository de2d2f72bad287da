import Link from "next/link";
import type { Run } from "@/lib/domain/judge";
import { Badge } from "../ui/badge";
import { Moment } from "../ui/moment";
import { statusTone, statusWord, unitsSentence, usageSentence, variantWords } from "../words/run-words";
import { UnitsBar } from "./units-bar";

/** A run in the list: judge, progress and usage. */
export function RunRow({ run, projectId }: { run: Run; projectId: string }) {
  return (
    <li className="relative px-5 py-4 hover:bg-paper">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link
          href={`/projects/${projectId}/runs/${run.id}`}
          className="min-w-0 wrap-anywhere text-body font-semibold after:absolute after:inset-0 hover:text-accent"
        >
          {run.judge.name}
        </Link>
        <span className="text-small text-soft">
          {run.kind === "criteria" ? "proposes criteria" : `criteria version ${run.criteriaSet?.version ?? "none"}`}
        </span>
        {run.variant !== "plain" && <Badge tone="quiet">{variantWords[run.variant].label}</Badge>}
        {run.imported ? <Badge tone="quiet">imported</Badge> : <Badge tone={statusTone[run.status]}>{statusWord[run.status]}</Badge>}
        <Moment short className="ml-auto text-small whitespace-nowrap text-soft" at={run.createdAt} />
      </div>
      <p className="mt-1 text-small text-soft">
        {unitsSentence(run)} · {run.imported ? "drafts read from a file" : usageSentence(run)}
      </p>
      {run.units.pending > 0 && <UnitsBar className="mt-2" label={`Run by ${run.judge.name}`} units={run.units} />}
    </li>
  );
}
