import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A keycap. Hidden from screen readers, because the element it labels has `aria-keyshortcuts`. */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      aria-hidden
      className={cn(
        "inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-mark border border-b-2 base:bg-card px-1 font-sans text-[0.6875rem] leading-none font-medium base:text-soft pointer-coarse:hidden",
        className,
      )}
      {...props}
    />
  );
}
