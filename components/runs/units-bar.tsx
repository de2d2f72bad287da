import type { Run } from "@/lib/domain/judge";
import { cn } from "../ui/cn";
import { throughOf } from "../words/run-words";

interface UnitsBarProps {
  units: Run["units"];
  label: string;
  className?: string;
}

const parts = [
  { name: "done", tone: "bg-accent" },
  { name: "dropped", tone: "bg-evidence-edge" },
  { name: "failed", tone: "bg-removed" },
] as const;

/** A run's progress bar: units drafted, dropped and failed in different tones. Show the numbers beside it too. */
export function UnitsBar({ units, label, className }: UnitsBarProps) {
  const total = Math.max(1, units.total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={throughOf({ units })}
      className={cn("flex base:h-1.5 w-full gap-px overflow-hidden rounded-full bg-line", className)}
    >
      {parts.map(
        ({ name, tone }) =>
          units[name] > 0 && (
            <div
              key={name}
              className={cn("h-full transition-[width] duration-150", tone)}
              style={{ width: `${(units[name] / total) * 100}%` }}
            />
          ),
      )}
    </div>
  );
}
