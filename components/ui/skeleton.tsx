import { cn } from "./cn";

/** A grey placeholder shown while content loads. Give it the content's width and height. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("animate-pulse base:rounded-mark bg-line", className)} />;
}

interface SkeletonRowsProps {
  rows?: number;
  /** What is being loaded, for screen readers. */
  label: string;
  className?: string;
}

/** Placeholder for a list or table that is loading. */
export function SkeletonRows({ rows = 5, label, className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label} className={cn("divide-y rounded-panel border bg-card", className)}>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="flex h-12 items-center gap-4 px-4">
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="ml-auto h-3.5 w-16" />
          <Skeleton className="h-3.5 w-16 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
