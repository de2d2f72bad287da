import { Skeleton } from "../ui/skeleton";

/** The report at its real size while it is being computed. */
export function ReportSkeleton() {
  return (
    <div role="status" aria-label="Computing the report" className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Skeleton className="h-8 w-full max-w-96" />
        <Skeleton className="h-8 w-full max-w-72" />
        <Skeleton className="h-4 w-full max-w-lg" />
        <Skeleton className="h-4 w-full max-w-md" />
      </div>
      <Skeleton className="h-10 w-full rounded-panel" />
      <div className="rounded-panel border bg-card">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex h-16 items-center gap-6 border-t px-4 first:border-t-0">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-2 w-40 max-sm:hidden" />
            <Skeleton className="ml-auto h-4 w-12" />
            <Skeleton className="h-4 w-12" />
            <Skeleton className="h-4 w-12 max-sm:hidden" />
          </div>
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-80 rounded-panel" />
        <Skeleton className="h-80 rounded-panel" />
      </div>
    </div>
  );
}
