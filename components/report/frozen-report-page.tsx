"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageBody } from "../ui/page-header";
import { FrozenHeadPanel } from "./frozen-head-panel";
import { ChosenReport } from "./report-page";
import { ReportSkeleton } from "./report-skeleton";
import { FrozenContext } from "./task-context";
import { UnlessItFails } from "./unless-it-fails";

/** A report as it was when it was frozen, below what it is of. */
export function FrozenReportPage({ frozenId }: { frozenId: string }) {
  const address = { params: { frozenId } };
  const frozen = useQuery({ ...endpointQuery("readFrozenReport", address), staleTime: Number.POSITIVE_INFINITY });
  if (frozen.isError)
    return (
      <PageBody>
        <ErrorState title="The frozen report could not be loaded" error={frozen.error} onRetry={() => void frozen.refetch()} />
      </PageBody>
    );
  if (frozen.isPending)
    return (
      <PageBody>
        <ReportSkeleton />
      </PageBody>
    );
  const { head, report } = frozen.data;
  const download = endpointUrl("readFrozenReport", address);
  const tooOld = (
    <EmptyState
      title={`This page cannot draw a report of Redline ${head.versions.redline} any more`}
      action={
        <Button asChild>
          <a href={download} download={`${head.name} report.json`}>
            Download JSON
          </a>
        </Button>
      }
    >
      Its figures are unchanged in the file, and “redline report --from” recomputes them from the bundle.
    </EmptyState>
  );
  return (
    <PageBody className="flex flex-col gap-6">
      <FrozenHeadPanel frozen={frozen.data} bundle={endpointUrl("exportFrozenReport", address)} />
      <UnlessItFails otherwise={tooOld}>
        <FrozenContext value={head.context ?? null}>
          <ChosenReport
            {...{ download, dataVersion: head.dataHash, software: `Redline ${head.versions.redline}` }}
            report={{ ...report, computed: { at: head.frozenAt, current: true, newerRatings: 0, complete: true } }}
            firstLevel={head.settings.level}
          />
        </FrozenContext>
      </UnlessItFails>
    </PageBody>
  );
}
