"use client";

import { Tabs as Radix } from "radix-ui";
import { type ComponentProps, useEffect, useRef } from "react";
import { cn } from "./cn";

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A page may open with a tab that a narrow list has to be scrolled for.
    const [row, open] = [list.current, list.current?.querySelector<HTMLElement>('[data-state="active"]')];
    if (row && open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, []);
  return <Radix.List ref={list} className={cn("relative flex gap-4 overflow-x-auto border-b", className)} {...props} />;
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        "-mb-px shrink-0 border-b-2 border-transparent px-0.5 py-2 text-body text-soft hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink",
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("pt-4", className)} {...props} />;
}
