import { Button } from "./button";
import { cn } from "./cn";

interface ErrorStateProps {
  /** What failed: "The tasks could not be loaded". */
  title?: string;
  error: unknown;
  onRetry?: () => void;
  className?: string;
}

/** An error: what failed, why, the request id to quote, and a retry button. */
export function ErrorState({ title = "This could not be loaded", error, onRetry, className }: ErrorStateProps) {
  const requestId = requestIdOf(error);
  return (
    <div role="alert" className={cn("flex flex-col items-start gap-3 rounded-panel border border-removed bg-card px-6 py-6", className)}>
      <p className="text-title font-semibold">{title}</p>
      <p className="max-w-measure text-body text-soft">{error instanceof Error ? error.message : "No reason was given."}</p>
      {requestId && (
        <p className="text-small text-soft">
          Request <code className="font-mono text-label select-all">{requestId}</code>
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

function requestIdOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("requestId" in error)) return null;
  return typeof error.requestId === "string" ? error.requestId : null;
}
