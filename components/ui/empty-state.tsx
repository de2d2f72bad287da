import type { ReactNode } from "react";
import { cn } from "./cn";

interface EmptyStateProps {
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Says that there is nothing here yet, and what to do about it. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-start gap-3 rounded-panel border border-dashed border-edge px-6 py-8", className)}>
      <p className="text-title font-semibold">{title}</p>
      {children && <div className="max-w-measure text-body text-soft">{children}</div>}
      {action && <div className="mt-1 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
