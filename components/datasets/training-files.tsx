"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { ApiError } from "@/lib/client/api-error";
import { endpointUrl, type QueryOf } from "@/lib/client/request";
import { type TrainingFile, type TrainingManifest, trainingFileNames, trainingFiles } from "@/lib/domain/training";
import { figuresOf } from "../charts/format";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { trainingManifestQuery } from "./training-manifest-query";

interface TrainingFilesProps {
  projectId: string;
  choice: Omit<QueryOf<"exportTraining">, "split">;
}

/** The files of the chosen export, each with its size; if none can be made, the reason instead of downloads that would fail. */
export function TrainingFiles({ projectId, choice }: TrainingFilesProps) {
  const manifest = useQuery(trainingManifestQuery(projectId, choice));
  if (manifest.isError) {
    const { error } = manifest;
    if (error instanceof ApiError && [409, 422].includes(error.status))
      return (
        <Banner className="mt-4" role="status">
          Nothing can be exported yet: {error.message}
        </Banner>
      );
    return (
      <ErrorState
        className="mt-4"
        title="The contents of the files could not be loaded"
        error={error}
        onRetry={() => void manifest.refetch()}
      />
    );
  }
  return (
    <>
      <ul className="mt-4 divide-y border-t border-b" aria-label="Files" aria-busy={manifest.isPending}>
        {trainingFiles.map((file) => (
          <li key={file} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 grow">
              <p className="text-body font-medium">{trainingFileNames[file]}</p>
              <p className="text-small text-soft">{contentOf(file, manifest.data)}</p>
            </div>
            <Button asChild>
              <a
                href={endpointUrl("exportTraining", { params: { projectId }, query: { ...choice, split: file } })}
                aria-label={`Download ${trainingFileNames[file]}`}
                download
              >
                <Download aria-hidden />
                Download
              </a>
            </Button>
          </li>
        ))}
      </ul>
      {manifest.data && <LeftOut manifest={manifest.data} />}
    </>
  );
}

function contentOf(file: TrainingFile, manifest: TrainingManifest | undefined): string {
  if (file === "manifest") return "How the files were made, what was left out, and a checksum of each";
  const counts = manifest?.counts[file];
  if (counts === undefined) return "Counting …";
  const swapped = counts.swapped === 0 ? "" : `, ${figuresOf(counts.swapped, "of them swapped", "of them swapped")}`;
  return `${figuresOf(counts.lines, "line")} of ${figuresOf(counts.inputs, "input")}${swapped}`;
}

/** Counts of candidates left out, by reason. */
function LeftOut({ manifest: { dropped, candidates, counts } }: { manifest: TrainingManifest }) {
  const lines = Object.values(counts).reduce((sum, split) => sum + split.lines, 0);
  const left = dropped.filter(({ count }) => count > 0);
  const all = left.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="mt-3 text-small text-soft" role="status">
      {lines === 0 && <p className="font-medium text-caution">The files would be empty.</p>}
      {left.length > 0 && (
        <>
          <p>
            {figuresOf(all, "candidate")} of {candidates} left out:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {left.map(({ filter, count, meaning }) => (
              <li key={filter}>
                {count}: {meaning}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
