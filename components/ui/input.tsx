import type { ComponentProps } from "react";
import { cn } from "./cn";

export const inputLook =
  "base:w-full rounded-control border border-edge bg-card px-3 base:text-body base:text-ink transition-colors duration-100 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft aria-invalid:border-removed pointer-coarse:text-reading focus-visible:outline-offset-0";

/** A single-line text input. */
export function Input({ className, ...props }: ComponentProps<"input">) {
  return (
    <input
      className={cn(inputLook, "base:h-9 file:mr-3 file:border-0 file:bg-transparent file:font-medium pointer-coarse:h-11", className)}
      {...props}
    />
  );
}
