"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { portalHome } from "./portal-home";

export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const itemLook =
  "flex cursor-default items-center gap-2 rounded-mark px-2 py-1.5 text-body outline-none select-none data-disabled:opacity-60 data-highlighted:bg-accent-soft pointer-coarse:py-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

/** A menu under a button. Non-modal, so screen readers can still read the page while it is open. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

/** The menu's content. */
export function DropdownMenuContent({ className, sideOffset = 4, align = "end", ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal container={portalHome()}>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-control border bg-card p-1",
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

/** A menu item. */
export function DropdownMenuItem({ className, danger = false, ...props }: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item
      className={cn(itemLook, danger && "text-removed data-highlighted:bg-removed-soft [&_svg]:text-removed", className)}
      {...props}
    />
  );
}

/** One of several mutually exclusive menu items. */
export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemLook, "pl-8 [&>span]:absolute [&>span]:left-2", "relative", className)} {...props}>
      <Radix.ItemIndicator>
        <Check aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

/** A quiet heading inside a menu. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn("px-2 py-1.5 text-label text-soft", className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn("-mx-1 my-1 h-px bg-line", className)} {...props} />;
}
