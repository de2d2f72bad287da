import Link from "next/link";
import type { CriteriaSet } from "@/lib/domain/project";
import { Badge } from "../ui/badge";
import { ScaleView } from "./scale-view";

/** A published version: frozen, with every level of every scale. */
export function PublishedCriteria({ projectId, set, pairwise }: { projectId: string; set: CriteriaSet; pairwise: boolean }) {
  return (
    <ol className="divide-y overflow-hidden rounded-panel border bg-card">
      {set.criteria.map((criterion) => (
        <li key={criterion.id} className="grid gap-x-8 gap-y-2 px-5 py-4 lg:grid-cols-2">
          <div>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h3 className="min-w-0 wrap-anywhere text-title">{criterion.name}</h3>
              {criterion.overall && <Badge tone="quiet">overall score</Badge>}
            </div>
            {criterion.definition !== "" && <p className="manuscript mt-1 max-w-measure text-body text-soft">{criterion.definition}</p>}
            <Link
              href={`/projects/${projectId}/discussion?on=criterion&id=${criterion.id}`}
              className="mt-2 inline-block rounded-mark text-small text-accent underline underline-offset-2"
            >
              Discuss<span className="sr-only"> {criterion.name}</span>
            </Link>
          </div>
          <ScaleView scale={criterion.scale} pairwise={pairwise} />
        </li>
      ))}
    </ol>
  );
}
