import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A framed table that scrolls sideways if it is wider than the screen. `label` names it for screen readers. */
export function Table({ className, label, children, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto rounded-panel border bg-card">
      <table className={cn("w-full border-collapse base:text-body", className)} {...props}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("border-b", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("[&>tr:not(:last-child)]:border-b", className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return <tr className={cn("hover:bg-paper", className)} {...props} />;
}

interface CellProps {
  /** Right-aligns numbers, so that their digits line up. */
  numeric?: boolean;
}

export function HeaderCell({ className, numeric = false, scope = "col", ...props }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope={scope}
      className={cn(
        "px-3 py-2.5 base:align-bottom text-label font-medium base:text-soft first:pl-4 last:pr-4",
        numeric ? "text-right" : "text-left",
        className,
      )}
      {...props}
    />
  );
}

export function Cell({ className, numeric = false, ...props }: ComponentProps<"td"> & CellProps) {
  return (
    <td
      className={cn("px-3 py-2.5 align-top first:pl-4 last:pr-4", numeric ? "text-right whitespace-nowrap" : "base:text-left", className)}
      {...props}
    />
  );
}
