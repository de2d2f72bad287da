import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const buttonLook = cva(
  "inline-flex shrink-0 items-center base:justify-center gap-2 base:whitespace-nowrap rounded-control border base:font-medium select-none transition-colors duration-100 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong",
        secondary: "base:border-line base:bg-card base:text-ink hover:bg-sunken",
        quiet: "base:border-transparent base:bg-transparent base:text-soft hover:bg-sunken hover:text-ink",
        pressed: "border-accent bg-accent-soft text-accent",
        danger: "border-removed bg-card text-removed hover:bg-removed-soft",
        destroy: "border-removed bg-removed text-on-removed hover:border-removed-strong hover:bg-removed-strong",
        link: "h-auto! border-transparent p-0! text-accent underline decoration-1 underline-offset-3 hover:text-accent-strong",
      },
      size: {
        normal: "base:h-8 base:px-3 base:text-body pointer-coarse:h-10",
        small: "base:h-7 base:px-2 base:text-small pointer-coarse:h-9",
        large: "h-10 base:px-4 base:text-body",
        icon: "size-8 p-0 pointer-coarse:size-10",
      },
    },
    defaultVariants: { variant: "secondary", size: "normal" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonLook> {
  /** Renders its only child (a link, say) with the look of a button. */
  asChild?: boolean;
  /** Shows progress and ignores further clicks. */
  busy?: boolean;
}

/** A button. An icon-only one needs `aria-label`. */
export function Button({ asChild = false, busy = false, variant, size, className, children, disabled, ...props }: ButtonProps) {
  const look = cn(buttonLook({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={look} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={look} disabled={disabled || busy} aria-busy={busy || undefined} {...props}>
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
