import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const look = cva("flex flex-wrap items-center gap-x-4 gap-y-2 base:rounded-panel px-4 py-3 text-body", {
  variants: {
    tone: {
      caution: "bg-caution-soft text-caution",
      bad: "bg-removed-soft text-removed",
      accent: "bg-accent-soft text-ink",
      good: "bg-inserted-soft text-inserted",
    },
  },
  defaultVariants: { tone: "caution" },
});

interface BannerProps extends ComponentProps<"div">, VariantProps<typeof look> {
  /** Buttons or links to resolve it. */
  action?: ReactNode;
}

/** A message about the whole page. */
export function Banner({ tone, action, className, children, ...props }: BannerProps) {
  return (
    <div className={cn(look({ tone }), className)} {...props}>
      <div className="min-w-0 grow basis-64">{children}</div>
      {action}
    </div>
  );
}
