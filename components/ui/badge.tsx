import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const look = cva(
  "inline-flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-label [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        plain: "border-line bg-card text-soft",
        quiet: "border-transparent bg-sunken text-soft",
        accent: "border-transparent bg-accent-soft text-accent",
        good: "border-transparent bg-inserted-soft text-inserted",
        bad: "border-transparent bg-removed-soft text-removed",
        caution: "border-transparent bg-caution-soft text-caution",
      },
    },
    defaultVariants: { tone: "plain" },
  },
);

/** A one- or two-word label. */
export function Badge({ tone, className, ...props }: ComponentProps<"span"> & VariantProps<typeof look>) {
  return <span className={cn(look({ tone }), className)} {...props} />;
}
