import { cn } from "./cn";

interface ProgressProps {
  /** Progress from 0 to `max`; null while unknown. */
  value: number | null;
  max?: number;
  label: string;
  className?: string;
}

/** A progress bar. Show the numbers beside it too. */
export function Progress({ value, max = 100, label, className }: ProgressProps) {
  const share = value === null || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      {...(value !== null && { "aria-valuenow": value })}
      className={cn("h-1.5 base:w-full overflow-hidden rounded-full bg-line", className)}
    >
      {value === null ? (
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      ) : (
        <div className="h-full rounded-full bg-accent transition-[width] duration-150" style={{ width: `${share * 100}%` }} />
      )}
    </div>
  );
}
