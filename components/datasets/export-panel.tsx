"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Hourglass } from "lucide-react";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ExportFormat } from "@/lib/domain/export-format";
import { hoursPrepared, largeExportSamples } from "@/lib/domain/prepared-export";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { exportFormats, formatProblem } from "./export-formats";
import { PreparedExports } from "./prepared-exports";
import { TrainingPanel } from "./training-panel";

const allTasks = "all";

/** Downloads of one task or the whole study, and of a task as training data. Files of large studies are prepared first. */
export function ExportPanel({ projectId }: { projectId: string }) {
  const [place, setPlace] = useState(allTasks);
  const tasks = useQuery(endpointQuery("listTasks", { params: { projectId } }));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  const prepare = useEndpointMutation("prepareExport", { refresh: ["listPreparedExports"] });
  if (tasks.isPending) return <Skeleton className="h-64 rounded-panel" />;
  if (tasks.isError) return <ErrorState title="The tasks could not be loaded" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  const items = tasks.data.items;
  const options = [{ value: allTasks, label: "All tasks" }, ...items.map(({ id, name }) => ({ value: id, label: name }))];
  const offered = exportFormats.filter(({ value }) => value !== "redline" || project.data?.role === "admin");
  const samplesIn = (ids: readonly string[]) =>
    items.filter(({ id }) => ids.includes(id)).reduce((sum, { counts }) => sum + counts.samples, 0);
  const everything = items.map(({ id }) => id);
  const chosen = items.filter(({ id }) => place === allTasks || id === place);
  const samples = samplesIn(chosen.map(({ id }) => id));
  const isLarge = (format: ExportFormat) => (format === "redline" ? samplesIn(everything) : samples) > largeExportSamples;
  const asked = (format: ExportFormat) => ({ format, ...(place !== allTasks && format !== "redline" && { task: place }) });
  return (
    <div className="flex flex-col gap-6">
      <PreparedExports projectId={projectId} tasks={items} />
      <Panel
        title="Download"
        description={
          samples > largeExportSamples
            ? `Figures are written in full, not rounded. With ${figuresOf(samples, "sample")}, a file is prepared first. It can be downloaded for ${hoursPrepared} hours, and a download that breaks off can be resumed.`
            : "Figures are written in full, not rounded."
        }
      >
        <Field label="What" className="mb-4 max-w-72">
          {(control) => <Select {...control} value={place} onValueChange={setPlace} options={options} />}
        </Field>
        {prepare.isError && <ErrorState className="mb-4" title="The export could not be started" error={prepare.error} />}
        <ul className="divide-y border-t">
          {offered.map(({ value, label, words }) => (
            <li key={value} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
              <div className="min-w-0 grow basis-64">
                <p className="text-body font-medium">{label}</p>
                <p className="text-small text-soft">{words}</p>
              </div>
              <ExportButton
                label={label}
                problem={value === "redline" ? null : formatProblem(value, chosen)}
                busy={prepare.isPending && prepare.variables.body.format === value}
                address={isLarge(value) ? null : endpointUrl("exportProject", { params: { projectId }, query: asked(value) })}
                onPrepare={() => prepare.mutate({ params: { projectId }, body: asked(value) })}
              />
            </li>
          ))}
        </ul>
      </Panel>
      <TrainingPanel projectId={projectId} tasks={items} />
    </div>
  );
}

interface ExportButtonProps {
  label: string;
  /** What is shown where the file cannot be had. */
  problem: string | null;
  busy: boolean;
  /** Where the download is; null: the file is prepared first. */
  address: string | null;
  onPrepare: () => void;
}

/** All buttons have one short text; who hears them without the line beside them hears the format too. */
function ExportButton({ label, problem, busy, address, onPrepare }: ExportButtonProps) {
  if (problem !== null) return <p className="text-small text-soft">{problem}</p>;
  if (address === null)
    return (
      <Button busy={busy} onClick={onPrepare} aria-label={`Prepare ${label}`}>
        <Hourglass aria-hidden />
        Prepare
      </Button>
    );
  return (
    <Button asChild>
      <a href={address} download aria-label={`Download ${label}`}>
        <Download aria-hidden />
        Download
      </a>
    </Button>
  );
}
