"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { Suspense } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { ChooseFile } from "./choose-file";
import { StagedImport } from "./staged-import";

const pollMs = 700;

/** Imports a file: choose, preview, write. The import id is in the URL, so a reload resumes it. */
export function ImportPage({ projectId }: { projectId: string }) {
  return (
    <PageBody>
      <PageHeader title="Import" description="The file is checked row by row first; nothing is written to the study until you confirm." />
      <Suspense fallback={<SkeletonRows label="Loading" />}>
        <Steps projectId={projectId} />
      </Suspense>
    </PageBody>
  );
}

function Steps({ projectId }: { projectId: string }) {
  const [importId, setImportId] = useQueryState("import", parseAsString.withOptions({ history: "push" }));
  if (importId === null) return <ChooseFile projectId={projectId} onStaged={(id) => void setImportId(id)} />;
  return <Current key={importId} projectId={projectId} importId={importId} onLeave={() => void setImportId(null)} />;
}

function Current({ projectId, importId, onLeave }: { projectId: string; importId: string; onLeave: () => void }) {
  const current = useQuery({
    ...endpointQuery("getImport", { params: { importId } }),
    refetchInterval: ({ state }) => (state.data?.status === "running" || state.data?.status === "staging" ? pollMs : false),
  });
  if (current.isPending) return <SkeletonRows label="Loading the import" />;
  if (current.isError) {
    return (
      <div className="flex flex-col items-start gap-4">
        <ErrorState
          className="w-full"
          title="The import could not be loaded"
          error={current.error}
          onRetry={() => void current.refetch()}
        />
        <Button onClick={onLeave}>Choose another file</Button>
      </div>
    );
  }
  return <StagedImport projectId={projectId} summary={current.data} onLeave={onLeave} />;
}
