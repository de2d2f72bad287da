"use client";

import { useContext } from "react";
import { literature, shortCitation } from "@/lib/domain/literature";
import type { DatedReport } from "@/lib/domain/report";
import { citedIn } from "@/lib/paper/claim";
import { methodsOf } from "@/lib/paper/methods";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { toast } from "../ui/toast";
import type { Level } from "./headline";
import { judgesOf, studiesOf } from "./methods-settings";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext, useTaskPlans, useTaskRuns } from "./task-context";

// The code that writes is fetched when something is copied.
const writing = () => import("@/lib/paper/write-methods");

interface MethodsPanelProps {
  report: DatedReport;
  level: Level;
}

/** The methods section that the report's settings come to, with citations, to be copied into a paper. */
export function MethodsPanel({ report, level }: MethodsPanelProps) {
  const provenance = useContext(ProvenanceContext);
  const runs = useTaskRuns(report);
  const plans = useTaskPlans(report.taskId);
  const keepsNothing = useContext(FrozenContext) === null;
  if (provenance === null || runs.isPending || plans.isPending) return null;
  const claims = methodsOf({
    report,
    provenance,
    level,
    judges: judgesOf(runs.items),
    studies: studiesOf(plans.items),
  });
  const works = citedIn(claims);
  const copy = async (what: string, write: () => Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await write());
      toast(`${what} copied`);
    } catch {
      toast.error(`The browser did not allow copying ${what}. Select the text instead.`);
    }
  };
  const copied = [
    ["Markdown", async () => (await writing()).methodsAsMarkdown(claims)],
    ["LaTeX", async () => (await writing()).methodsAsLatex(claims)],
    ["BibTeX", async () => (await writing()).toBibtex(works)],
  ] as const;
  return (
    <Panel
      data-panel="Methods"
      title="Methods"
      description="Written from this report's settings: a sentence is here only if it is true of it"
      actions={
        <div data-screen-only className="flex flex-wrap gap-2">
          {copied.map(([what, write]) => (
            <Button key={what} variant="quiet" size="small" onClick={() => void copy(what, write)}>
              Copy {what}
            </Button>
          ))}
        </div>
      }
    >
      {(runs.isError || plans.isError) && (
        <p className="mb-3 text-small text-caution">
          The judges' settings or the study's plan could not be loaded, so they are not described.
        </p>
      )}
      {keepsNothing && (
        <p className="mb-3 text-small text-soft">
          This report was frozen by a version that did not keep how judges were set, what studies planned and what experts did with
          criteria: none of it is described here.
        </p>
      )}
      <p className="max-w-[80ch] text-body wrap-anywhere">
        {claims.map(({ text, cites }) => (
          <span key={text}>
            {text}
            {cites.length > 0 && <span className="text-soft"> [{cites.map(shortCitation).join("; ")}]</span>}{" "}
          </span>
        ))}
      </p>
      {works.length > 0 && (
        <ol className="mt-4 flex flex-col gap-1 text-label text-soft">
          {works.map((key) => {
            const { authors, year, title, in: venue, arxiv } = literature[key];
            return (
              <li key={key}>
                {authors.join("; ")} ({year}). {title}. {[venue, arxiv && `arXiv:${arxiv}`].filter(Boolean).join(". ")}.
              </li>
            );
          })}
        </ol>
      )}
    </Panel>
  );
}
