"use client";

import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** On or off, at once; put its words in a `<label>` with `htmlFor`. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken px-0.5 transition-colors duration-100 disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent",
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="size-3.5 rounded-full bg-edge transition-transform duration-100 data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
