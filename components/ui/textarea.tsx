import type { ComponentProps } from "react";
import { cn } from "./cn";
import { inputLook } from "./input";

/** A multi-line text input that grows with its content. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      dir="auto"
      className={cn(inputLook, "field-sizing-content max-h-[60vh] base:min-h-16 resize-y base:py-2", className)}
      {...props}
    />
  );
}
