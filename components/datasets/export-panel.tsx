"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import type { ExportFormat } from "@/lib/domain/export-format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { TrainingPanel } from "./training-panel";

const allTasks = "all";
const formats = [
  { value: "jsonl", label: "JSON Lines", words: "Everything: samples with their scores, evaluations with every action, and all drafts." },
  {
    value: "csv",
    label: "CSV",
    words: "One row per sample, with a column for each criterion and rater. For programs such as pandas: texts are written unchanged.",
  },
  {
    value: "excel",
    label: "CSV for Excel",
    words: "The same table for spreadsheets: opens with the right characters, and a text that looks like a formula is never run.",
  },
  {
    value: "long-csv",
    label: "Long CSV of scores",
    words: "One row per rating: unit, rater and value, as statistics programs and “redline stats alpha --long” read them.",
  },
  {
    value: "parquet",
    label: "Parquet",
    words: "One row per sample, as the CSV, with numbers as numbers: for pandas, Polars, R and DuckDB.",
  },
  {
    value: "long-parquet",
    label: "Long Parquet of scores",
    words: "One row per rating: sample, criterion, rater, score or label, arm and protocol.",
  },
  {
    value: "hugging-face",
    label: "Hugging Face dataset",
    words: "A zip of both Parquet tables and a dataset card. Unpack it, and “load_dataset” reads the folder.",
  },
  {
    value: "adjudicated-csv",
    label: "CSV of adjudicated labels",
    words:
      "One row per adjudicated unit: the label in force, the one given before the judge's draft was shown, and what it was compared with.",
  },
  {
    value: "redline",
    label: "Bundle",
    words:
      "The whole project, to be imported into another installation with “redline import”: criteria, drafts, every action, comments, the audit log, and the e-mail addresses of its people. For admins.",
  },
] as const satisfies readonly { value: ExportFormat; label: string; words: string }[];

/** Streamed downloads of one task or the whole study, and of a task as training data. */
export function ExportPanel({ projectId }: { projectId: string }) {
  const [place, setPlace] = useState(allTasks);
  const tasks = useQuery(endpointQuery("listTasks", { params: { projectId } }));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  if (tasks.isPending) return <Skeleton className="h-64 rounded-panel" />;
  if (tasks.isError) return <ErrorState title="The tasks could not be loaded" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  const options = [{ value: allTasks, label: "All tasks" }, ...tasks.data.items.map(({ id, name }) => ({ value: id, label: name }))];
  const offered = formats.filter(({ value }) => value !== "redline" || project.data?.role === "admin");
  return (
    <div className="flex flex-col gap-6">
      <Panel
        title="Download"
        description="Figures are written in full, not rounded. Large studies are streamed, so the download starts immediately."
      >
        <Field label="What" className="mb-4 max-w-72">
          {(control) => <Select {...control} value={place} onValueChange={setPlace} options={options} />}
        </Field>
        <ul className="divide-y border-t">
          {offered.map(({ value, label, words }) => (
            <li key={value} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
              <div className="min-w-0 grow basis-64">
                <p className="text-body font-medium">{label}</p>
                <p className="text-small text-soft">{words}</p>
              </div>
              <Button asChild>
                <a
                  href={endpointUrl("exportProject", {
                    params: { projectId },
                    query: { format: value, ...(place !== allTasks && value !== "redline" && { task: place }) },
                  })}
                  download
                >
                  <Download aria-hidden />
                  Download {label}
                </a>
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      <TrainingPanel projectId={projectId} tasks={tasks.data.items} />
    </div>
  );
}
